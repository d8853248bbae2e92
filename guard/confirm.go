package guard

import (
	"bytes"
	"context"
	"crypto/hmac"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ConfirmTTL is how long a question of a [Confirmer] can be answered.
const ConfirmTTL = 5 * time.Minute

// MinKey is the least length of a key, in bytes.
const MinKey = 32

// A Confirmer makes and checks the state that a client carries between the
// question whether a call may be made and the answer. The state is sealed by an
// HMAC over the tool, the arguments, the user, an expiry and a nonce: an answer
// counts for the very call that was asked about, for the user who was asked,
// once, and for [ConfirmTTL].
//
// What the client answers can't be proven: a client can lie about what its user
// said. What the seal proves is that the server asked.
type Confirmer struct {
	mac    *mac
	nonces NonceStore
	now    func() time.Time
}

// NewConfirmer returns a confirmer. The key has at least [MinKey] bytes and is
// the same in all processes of a server, as is the store; a nil store is a new
// one in memory.
func NewConfirmer(key []byte, store NonceStore) (*Confirmer, error) {
	if len(key) < MinKey {
		return nil, fmt.Errorf("the key has %d bytes: give at least %d random ones", len(key), MinKey)
	}
	if store == nil {
		store = NewNonceStore(0)
	}
	return &Confirmer{mac: newMAC(bytes.Clone(key)), nonces: store, now: time.Now}, nil
}

// Ask returns a new state for the question whether user may call tool with
// args, the raw JSON of the arguments.
func (c *Confirmer) Ask(tool string, args []byte, user string) string {
	expires := strconv.FormatInt(c.now().Add(ConfirmTTL).Unix(), 10)
	nonce := randomText()
	return "g1." + expires + "." + nonce + "." + c.seal(tool, args, user, expires, nonce)
}

func (c *Confirmer) seal(tool string, args []byte, user, expires, nonce string) string {
	canon, _ := canonical(args)
	return base64.RawURLEncoding.EncodeToString(c.mac.sum([]byte("confirm"), []byte(tool), canon, []byte(user), []byte(expires), []byte(nonce)))
}

// Check returns nil if the state is one that Ask made for this very call, it
// has neither expired nor been used, and the answer is yes. A state that is
// answered is used up, by no as well. Errors are a *[Refusal].
func (c *Confirmer) Check(ctx context.Context, state, tool string, args []byte, user string, accepted bool) error {
	nonce, expires, err := c.open(state, tool, args, user)
	if err != nil {
		return refuse(StatusUnconfirmed, "the confirmation doesn't count: "+err.Error()+"; call again without it to be asked")
	}
	fresh, err := c.nonces.Use(ctx, nonce, expires)
	switch {
	case err != nil:
		return refuse(StatusUnconfirmed, "the confirmation can't be recorded: call again later")
	case !fresh:
		return refuse(StatusUnconfirmed, "the confirmation was used before: call again without it to be asked")
	case !accepted:
		return refuse(StatusUnconfirmed, "the user did not confirm the call: nothing was done")
	}
	return nil
}

// valid reports whether Ask made the state for this call, used or not.
func (c *Confirmer) valid(state, tool string, args []byte, user string) bool {
	_, _, err := c.open(state, tool, args, user)
	return err == nil
}

func (c *Confirmer) open(state, tool string, args []byte, user string) (nonce string, expires time.Time, err error) {
	parts := strings.Split(state, ".")
	if len(parts) != 4 || parts[0] != "g1" || len(state) > 256 {
		return "", time.Time{}, errors.New("it is not of this server")
	}
	want := c.seal(tool, args, user, parts[1], parts[2])
	if !hmac.Equal([]byte(want), []byte(parts[3])) {
		return "", time.Time{}, errors.New("it was given for another call")
	}
	// Only what the server has sealed comes here.
	sec, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return "", time.Time{}, errors.New("it is not of this server")
	}
	expires = time.Unix(sec, 0)
	if !c.now().Before(expires) {
		return "", time.Time{}, errors.New("it has expired")
	}
	return parts[2], expires, nil
}

// Confirmed reports whether an optional confirm argument is there and true. A
// missing one is no confirmation.
func Confirmed(confirm *bool) bool { return confirm != nil && *confirm }
