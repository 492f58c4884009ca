module github.com/rankduel/rankduel/tools/studies

go 1.26.0

replace github.com/rankduel/rankduel => ../..

require (
	github.com/rankduel/rankduel v0.0.0-00010101000000-000000000000
	gonum.org/v1/gonum v0.17.0
)
