package metrics

const (
	setSource    = "van Rijsbergen (1979), Information Retrieval, 2nd edition, chapter 7"
	setUndefined = "a query without a relevant document"
)

func defineSetPrecision() Definition {
	return Definition{
		Name: "SetP", Aliases: []string{"set_P"},
		Forms: []Form{
			{Name: "SetRelP", Params: map[string]string{"relative": "true"}},
			{Name: "set_relative_P", Params: map[string]string{"relative": "true"}},
		},
		Summary: "Share of the retrieved documents that is relevant.",
		Formula: "SetP = relevant retrieved / retrieved; relative=true: relevant retrieved / min(retrieved, R)",
		Range:   "[0, 1]", Unit: "share of the documents retrieved", Undefined: setUndefined, Source: setSource,
		Agrees: "trec_eval set_P and set_relative_P, ir_measures SetP and SetRelP",
		Params: append([]Param{{Name: "relative", Default: "false", Summary: "true: divide by the highest value possible"}}, viewParams()...),
		New:    func(a *Args) Measure { return SetPrecision{View: a.View(), Relative: a.Bool("relative", false)} },
	}
}

func defineSetRecall() Definition {
	return Definition{
		Name: "SetR", Aliases: []string{"set_recall"},
		Summary: "Share of the relevant documents that was retrieved.",
		Formula: "SetR = relevant retrieved / R",
		Range:   "[0, 1]", Unit: "share of the relevant documents", Undefined: setUndefined, Source: setSource,
		Agrees: "trec_eval set_recall, ir_measures SetR",
		Params: []Param{relParam(), levelParam()},
		New:    func(a *Args) Measure { return SetRecall{a.View()} },
	}
}

func defineSetF() Definition {
	return Definition{
		Name: "SetF1", Aliases: []string{"SetF"},
		Forms:   []Form{{Name: "set_F", Read: valueOf("beta")}},
		Summary: "Weighted harmonic mean of SetP and SetR.",
		Formula: "SetF = (beta + 1)·SetP·SetR / (beta·SetP + SetR), 0 when nothing relevant was retrieved",
		Range:   "[0, 1]", Unit: "harmonic mean of two shares", Undefined: setUndefined, Source: setSource,
		Agrees:  "trec_eval set_F, ir_measures SetF",
		Differs: "the textbook F has beta squared where trec_eval has beta",
		Params: append([]Param{{Name: "beta", Default: "1", Summary: "how much recall matters against precision, above 0"}},
			viewParams()...),
		New: func(a *Args) Measure {
			m := SetF{View: a.View(), Beta: a.Float("beta", 1, 1e-9, 1e9)}
			if m.Beta == 1 {
				m.Beta = 0
			}
			return m
		},
	}
}

func defineSetAP() Definition {
	return Definition{
		Name: "SetAP", Aliases: []string{"set_map"},
		Summary: "Average precision without ranks: SetP times SetR.",
		Formula: "SetAP = (relevant retrieved)^2 / (retrieved · R)",
		Range:   "[0, 1]", Unit: "product of two shares", Undefined: setUndefined, Source: setSource,
		Agrees: "trec_eval set_map, ir_measures SetAP",
		Params: viewParams(),
		New:    func(a *Args) Measure { return SetAP{a.View()} },
	}
}
