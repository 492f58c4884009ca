package kebab

// Patience is for tests that do not wait for a minute.
var Patience = patience
