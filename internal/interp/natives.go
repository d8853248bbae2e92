package interp

import "maps"

// A native computes an Evaluated rule; false means that the call does not return.
type native func(s *site) (Value, bool)

// natives are the computations of the rules in models/evalrules.go, one per
// rule. They are filled in by init, because a rule that calls a function value
// may come back here through the rows of what it calls.
var natives = map[string]native{}

func init() {
	for _, table := range nativeTables() {
		maps.Copy(natives, table)
	}
}

// nativeTables are the rules by subject; no rule is in two of them.
func nativeTables() []map[string]native {
	return []map[string]native{
		formatNatives(), numberNatives(), textNatives(), searchNatives(), patternNatives(), pathNatives(),
		valueNatives(), typeNatives(), cellNatives(), callNatives(), eventNatives(),
		listNatives(), pickNatives(), listCallNatives(), mapNatives(), sequenceNatives(),
		writerNatives(), jsonNatives(), addressNatives(),
	}
}

// typeValue is the symbol of an Opaque that stands for a reflect.Type; its
// native state is the type's name.
const typeValue = "reflect.Type"
