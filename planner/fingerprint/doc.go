// Package fingerprint hashes what a specification says. Its input is data of any type, and
// the globals that give the names in them their meanings; its output are a hash of the
// contents, the meanings of all names included, and a hash of the places in files. Equal
// hashes mean that whatever is computed of the data is the same.
//
// It knows neither units nor plans, and keeps no results.
package fingerprint
