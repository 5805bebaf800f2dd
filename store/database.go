package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
)

const (
	// application is the number that marks the databases of this package: "ttfi".
	application = 0x74746669
	// format is the version of the table. A database with another version is emptied.
	format = 1
	// busyMillis is how many milliseconds SQLite waits for another process.
	busyMillis = 500
	// patience is how long opening and closing a cache wait for other processes. On a
	// busy machine, ten plans at once take seconds for what otherwise takes
	// milliseconds.
	patience = 30 * time.Second
)

// errForeign is the error that a database belongs to another program.
var errForeign = errors.New("it is not a cache of ttf-int")

// Codes of SQLite's errors.
const (
	codeBusy     = 5
	codeLocked   = 6
	codeCorrupt  = 11
	codeProtocol = 15
	codeNotADB   = 26
)

func isBusy(err error) bool { return is(err, codeBusy, codeLocked, codeProtocol) }

func isDamaged(err error) bool { return is(err, codeCorrupt, codeNotADB) }

func is(err error, codes ...int) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	for _, c := range codes {
		if e.Code()&0xff == c {
			return true
		}
	}
	return false
}

// retry calls f again and again until no other process prevents it, or until the
// patience is over. It returns the last error of f.
func retry(patience time.Duration, f func() error) error {
	pause := time.Millisecond
	for begun := time.Now(); ; {
		err := f()
		if !isBusy(err) || time.Since(begun) > patience {
			return err
		}
		time.Sleep(pause)
		pause = min(2*pause, 100*time.Millisecond)
	}
}

// open opens a database, and creates its table where it has none. It uses a write-ahead
// log, where the file system allows that, so that readers do not wait for writers.
func open(path string, patience time.Duration) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	full = "/" + strings.TrimPrefix(filepath.ToSlash(full), "/") // C:/… is file:///C:/…
	name := url.URL{Scheme: "file", Path: full,
		RawQuery: fmt.Sprintf("_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=synchronous(normal)", busyMillis)}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := retry(patience, func() error { return createTable(db) }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// querier is a database or a transaction.
type querier interface {
	QueryRow(query string, args ...any) *sql.Row
}

// marks returns the application number and version of a database, and how many tables
// it has.
func marks(q querier) (app, version, tables int64, err error) {
	err = q.QueryRow("SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id, pragma_user_version").
		Scan(&app, &version, &tables)
	if err == nil && app != application && (app != 0 || version != 0 || tables != 0) {
		err = errForeign
	}
	return app, version, tables, err
}

// createTable creates the table of a database, where it does not exist.
func createTable(db *sql.DB) error {
	app, version, _, err := marks(db)
	if err != nil || app == application && version == format {
		return err
	}
	if app == 0 {
		if _, err := db.Exec("PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL"); err != nil {
			return err
		}
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// Another process may have been faster.
	if app, version, _, err = marks(tx); err != nil || app == application && version == format {
		return err
	}
	_, err = tx.Exec(fmt.Sprintf(`DROP TABLE IF EXISTS found;
		CREATE TABLE found (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, day INTEGER NOT NULL,
			sum BLOB NOT NULL, data BLOB NOT NULL);
		PRAGMA application_id = %d; PRAGMA user_version = %d`, application, format))
	if err != nil {
		return err
	}
	return tx.Commit()
}
