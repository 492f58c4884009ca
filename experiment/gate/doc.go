// Package gate decides by rules whether a system may replace its baseline: the
// step of a build that fails when retrieval got worse.
//
// ReadRules or ParseRule give the rules, a Side is what is known of a system,
// and Judge holds one against the other. A Baseline is a side in a small file
// that lives in git. Plan says beforehand what the rules would miss and block
// on such a set. It retrieves and scores nothing.
package gate
