package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/rankduel/rankduel/internal/prose"
)

// The roles of columns.
const (
	ID          = "query_id"
	Query       = "query"
	Doc         = "doc"
	Grade       = "grade"
	Chunk       = "chunk"
	Type        = "type"
	Split       = "split"
	Judge       = "judge"
	Clicks      = "clicks"
	Impressions = "impressions"
	aside       = "aside" // known, and not read
)

// roleWords returns names of columns as people write them, in lower case without
// marks and blanks: English, German, French, Spanish, Italian, Dutch, Portuguese.
func roleWords() map[string]string {
	return map[string]string{
		ID:          "queryid qid topicid topic queryno querynumber anfrageid anfragenr anfragenummer frageid suchanfrageid idrequete idconsulta idquery",
		Query:       "query querytext text question q search searchterm searchquery term keyword keywords input userinput anfrage suchanfrage suchbegriff suche frage anfragetext requete recherche question consulta pregunta busqueda domanda ricerca zoekopdracht vraag zoekvraag pergunta pesquisa userquery",
		Doc:         "doc docid docno document documentid identifiantdudocument identifiantdocument iddudocument corpusid productid product sku itemid item url uri docurl documenturl dokumenturl trefferurl trefferid dokument dokumentid dokid treffer produkt artikel artikelnr documentoid documento iddocumento iddocument produit resultid result passageid pid",
		Grade:       "grade rating label relevance relevancy score judgment judgement relevancelabel gain bewertung relevanz urteil stufe note grad pertinence jugement relevancia calificacion valoracion nota rilevanza punteggio giudizio voto relevantie beoordeling avaliacao esci escilabel",
		Chunk:       "chunk chunkid",
		Type:        "querytype stratum strata anfragetyp typ type kategorie category",
		Split:       "split part",
		Judge:       "judge assessor annotator labeller rater user bewerter gutachter juge evaluador valutatore",
		Clicks:      "clicks click clickcount klicks klick clics",
		Impressions: "impressions impression views shown impressionen einblendungen anzeigen impresiones",
		aside:       "row zeile title titel titre titulo titolo comment comments kommentar bemerkung notes notizen commentaire comentario rank rang position url2 date datum iteration",
	}
}

// RoleOf returns what a column of this name holds; empty for names that say nothing.
func RoleOf(name string) string { return roleByName()[Plain(name)] }

// roleByName returns the roles by what columns are called. A table may have a column for each of 100,000 products.
var roleByName = sync.OnceValue(func() map[string]string {
	byName := map[string]string{}
	for role, words := range roleWords() {
		for name := range strings.FieldsSeq(words) {
			byName[name] = role
		}
	}
	return byName
})

// isWeak reports names that give way to a plainer one: the text next to a query text is the document's.
func isWeak(name string) bool {
	return slices.Contains(strings.Fields("text input topic type typ score note nota url user q term result treffer part shown"), Plain(name))
}

// Plain returns a name without what spelling varies in: case, marks, accents.
func Plain(name string) string {
	if before, _, ok := strings.Cut(name, "("); ok && strings.TrimSpace(before) != "" {
		name = before // grade (0-3)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, withoutAccents.Replace(strings.ToLower(name)))
}

var withoutAccents = strings.NewReplacer("é", "e", "è", "e", "ê", "e", "ó", "o", "ò", "o", "í", "i", "ú", "u", "á", "a", "à", "a", "ã", "a", "ç", "c", "ñ", "n", "ü", "u", "ö", "o", "ä", "a")

// Columns finds the column of each role: declared, or by its name.
func (t *Table) Columns(declared string) (map[string]int, error) {
	at := map[string]int{}
	if declared == "" {
		for i, name := range t.Header {
			role := RoleOf(name)
			if role == "" || role == aside {
				continue
			}
			if before, taken := at[role]; taken {
				if isWeak(name) {
					continue
				}
				if isWeak(t.Header[before]) {
					at[role] = i
					continue
				}
				return nil, fmt.Errorf("%s: two columns may be the %s, %q and %q; say which: --columns query=…,doc=…,grade=…", t.Path, role, t.Header[at[role]], name)
			}
			at[role] = i
		}
		return at, nil
	}
	for part := range strings.SplitSeq(declared, ",") {
		role, name, ok := strings.Cut(part, "=")
		role = strings.TrimSpace(role)
		if _, known := roleWords()[role]; !ok || !known || role == aside {
			return nil, fmt.Errorf("--columns %q: write role=column; roles are query_id, query, doc, grade, chunk, type, split, judge, clicks, impressions", part)
		}
		i := slices.Index(t.Header, name)
		if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(t.Header) {
			i = n - 1 // a number is a place, also where a first row that is not a header holds it
		}
		if i < 0 {
			return nil, fmt.Errorf("--columns %s: no such column; there are %s", part, prose.Quoted(t.Header))
		}
		at[role] = i
	}
	return at, nil
}

// Headless reports whether the first row is data: columns are given by number,
// and the grade in it is one. The row then joins the others.
func (t *Table) Headless(declared string, at map[string]int, isGrade func(string) bool) bool {
	if declared == "" {
		return false
	}
	for part := range strings.SplitSeq(declared, ",") {
		_, name, _ := strings.Cut(part, "=")
		if _, err := strconv.Atoi(name); err != nil {
			return false
		}
	}
	i, ok := at[Grade]
	if !ok {
		i, ok = at[Clicks]
	}
	if !ok || !isGrade(t.Header[i]) {
		return false
	}
	t.Rows = slices.Insert(t.Rows, 0, Row{t.Header, 1})
	return true
}
