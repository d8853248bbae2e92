package guard

import "errors"

// A Status says how a call ended.
type Status string

// How a call can end.
const (
	StatusBegun       Status = "begun" // it is about to be made: see WithAuditFirst
	StatusOK          Status = "ok"
	StatusError       Status = "error"       // the handler failed
	StatusDenied      Status = "denied"      // no row, unknown caller, missing scope
	StatusLimited     Status = "limited"     // too many calls
	StatusInvalid     Status = "invalid"     // arguments that two readers would read differently
	StatusAsked       Status = "asked"       // a confirmation was asked for; the answer comes with another call
	StatusUnconfirmed Status = "unconfirmed" // not confirmed, or the client can't be asked
	StatusTimeout     Status = "timeout"
	StatusCanceled    Status = "canceled"
	StatusPanic       Status = "panic"
)

// A Refusal is the error of a call that was not made. Its text is meant for the
// client: it holds nothing but what the client sent, and what to do.
type Refusal struct {
	Status  Status
	Message string
}

// Error returns the text for the client.
func (r *Refusal) Error() string { return r.Message }

func refuse(s Status, message string) *Refusal { return &Refusal{Status: s, Message: message} }

// Refused returns the refusal in err's chain, or nil.
func Refused(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return nil
}
