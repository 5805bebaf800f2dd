// Package configtest makes projects for tests: it writes their files into a folder that is
// removed after the test, and loads them.
package configtest
