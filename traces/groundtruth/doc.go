// Package groundtruth finds what a task of CodeScaleBench needs: the files, and
// where a source says so the files that a solution changes, ranges of lines and
// symbols. Sources have an order, and the first that names files is the one; each
// has a confidence. A task is a folder, or an entry of the registry that the
// benchmark keeps of all of them.
package groundtruth
