package httpsearch

// groonga returns the select command of Groonga: https://groonga.org/docs/reference/commands/select.html. Its scores are
// whole numbers, so ties are common; they are ordered by key.
//
// Params: table; columns that are searched, such as "title * 2 || text", or scorer_tf_idf(text); text, the column that is
// the text of a hit; id, the column that is its id. An empty query selects everything, without scores.
func groonga() Settings {
	return Settings{
		URL: "/d/select?table={{urlquery .Params.table}}&match_columns={{urlquery .Params.columns}}&query={{urlquery (printable .Query)}}" +
			"&query_flags=QUERY_NO_SYNTAX_ERROR&output_columns={{urlquery .Params.id}},_score,{{urlquery .Params.text}}" +
			"&sort_keys=-_score,{{urlquery .Params.id}}&limit={{.K}}",
		Params: map[string]any{"table": nil, "columns": nil, "text": nil, "id": "_key"},
		Hits: `.[1][0] | [.[1][][0]] as $columns | .[2:][] | [$columns, .] | transpose | map({key: .[0], value: .[1]}) | from_entries
			| {id: .[$params.id], score: ._score, text: .[$params.text]}`,
		Failed: `if .[0][0] == 0 then null else "return code \(.[0][0]): \(.[0][3])" end`,
	}
}
