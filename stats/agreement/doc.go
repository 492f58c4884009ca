// Package agreement says how far raters agree beyond chance on the labels of
// the same items, and how alike two rankings are. It knows labels and no
// query, document or file.
//
//   - two raters: [CohenKappa], [KappaOverClusters], [KappaThreshold]
//   - any number: [FleissKappa], [KrippendorffAlpha], [GwetAC]
//   - two rankings: [RankBiasedOverlap]
//
// What is undefined is nil, with a warning that says why.
package agreement
