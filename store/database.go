package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
)

const (
	// application marks the databases of this package: "ttfi".
	application = 0x74746669
	// format is the version of the table. A database of another one is emptied.
	format = 1
	// busyMillis is how long another process may hold the database.
	busyMillis = 1000
)

// errForeign says that a database is another program's.
var errForeign = errors.New("it is not a cache of ttf-int")

// Codes of SQLite's errors.
const (
	codeBusy    = 5
	codeLocked  = 6
	codeCorrupt = 11
	codeNotADB  = 26
)

func busy(err error) bool { return is(err, codeBusy, codeLocked) }

func damaged(err error) bool { return is(err, codeCorrupt, codeNotADB) }

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

// open opens a database, and makes its table where it has none.
func open(path string) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	full = "/" + strings.TrimPrefix(filepath.ToSlash(full), "/") // C:/… is file:///C:/…
	name := url.URL{Scheme: "file", Path: full, RawQuery: fmt.Sprintf("_txlock=immediate&_pragma=busy_timeout(%d)", busyMillis)}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := ready(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// querier is a database, or a transaction.
type querier interface {
	QueryRow(query string, args ...any) *sql.Row
}

// marks returns what a database says of itself.
func marks(q querier) (app, version, tables int64, err error) {
	err = q.QueryRow("SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id, pragma_user_version").
		Scan(&app, &version, &tables)
	if err == nil && app != application && (app != 0 || version != 0 || tables != 0) {
		err = errForeign
	}
	return app, version, tables, err
}

// ready sees to it that a database has the table.
func ready(db *sql.DB) error {
	app, version, _, err := marks(db)
	if err != nil || app == application && version == format {
		return err
	}
	if app == 0 {
		if _, err := db.Exec("PRAGMA auto_vacuum = FULL"); err != nil {
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
		CREATE TABLE found (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, day INTEGER NOT NULL, sum BLOB NOT NULL, data BLOB NOT NULL);
		PRAGMA application_id = %d; PRAGMA user_version = %d`, application, format))
	if err != nil {
		return err
	}
	return tx.Commit()
}
