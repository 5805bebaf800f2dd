package tactics

// BuildFrom is Build with other tactics than All.
var BuildFrom = build
