// Package ledger keeps double-entry books in memory.
package ledger

import (
	"errors"
	"fmt"
	"sort"
	"time"
)

// ErrUnbalanced is returned when the postings of a transaction do not add up to zero.
var ErrUnbalanced = errors.New("ledger: postings do not balance")

type Account string

type Posting struct {
	Account Account
	Cents   int64
}

type Transaction struct {
	When     time.Time
	Memo     string
	Postings []Posting
}

type Book struct {
	transactions []Transaction
	balances     map[Account]int64
}

func NewBook() *Book {
	return &Book{balances: make(map[Account]int64)}
}

// Record checks that the transaction balances and adds it to the book.
func (book *Book) Record(transaction Transaction) error {
	var total int64
	for _, posting := range transaction.Postings {
		total += posting.Cents
	}
	if total != 0 {
		return fmt.Errorf("%w: off by %d cents", ErrUnbalanced, total)
	}
	for _, posting := range transaction.Postings {
		book.balances[posting.Account] += posting.Cents
	}
	book.transactions = append(book.transactions, transaction)
	return nil
}

func (book *Book) Balance(account Account) int64 {
	return book.balances[account]
}

// Between returns what was recorded from start up to, but not including, end.
func (book *Book) Between(start, end time.Time) []Transaction {
	var found []Transaction
	for _, transaction := range book.transactions {
		if transaction.When.Before(start) || !transaction.When.Before(end) {
			continue
		}
		found = append(found, transaction)
	}
	sort.Slice(found, func(left, right int) bool {
		return found[left].When.Before(found[right].When)
	})
	return found
}

func (book *Book) Report(names []Account) string {
	report := ""
	for index, name := range names {
		switch {
		case book.balances[name] < 0:
			report += fmt.Sprintf("%2d. %-20s %10.2f owed\n", index+1, name, float64(-book.balances[name])/100)
		case book.balances[name] > 0:
			report += fmt.Sprintf("%2d. %-20s %10.2f\n", index+1, name, float64(book.balances[name])/100)
		default:
			report += fmt.Sprintf("%2d. %-20s %10s\n", index+1, name, "settled")
		}
	}
	return report
}

func Transfer(from, to Account, cents int64, memo string, now func() time.Time) Transaction {
	return Transaction{
		When: now(),
		Memo: memo,
		Postings: []Posting{
			{Account: from, Cents: -cents},
			{Account: to, Cents: cents},
		},
	}
}
