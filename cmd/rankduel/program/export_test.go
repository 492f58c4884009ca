package program

// What tests from outside look at.
var (
	CompletionTime = completionTime
	ForEach        = forEach
	ValuesOfFlags  = valuesOfFlags
)
