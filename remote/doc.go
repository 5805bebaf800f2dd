// Package remote has batches of cases run on a cluster that serves the Bazel Remote Execution
// API (REAPI v2). It takes a batch and gives its outcome: the files that the batch needs are put
// into the cluster's content-addressed storage, an action is submitted whose command is `ttf-int
// worker`, and the journal that it writes is read. What goes wrong on the way is an error, never
// a verdict. It does not schedule: queues, isolation, and which machine does what are the
// cluster's; and it does not decide which batches there are.
package remote
