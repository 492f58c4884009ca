package document

import (
	"encoding/json"
	"reflect"
	"strings"
)

// complete returns a value for JSON with an empty list or object wherever it would have null for one, so that no reader
// needs to tell null from empty. Entries that are left out when they are empty stay so, and v is as it was.
func complete(v reflect.Value) reflect.Value {
	switch t := v.Type(); {
	case !holdsLists(t):
	case t.Kind() == reflect.Pointer && !v.IsNil():
		whole := reflect.New(t.Elem())
		whole.Elem().Set(complete(v.Elem()))
		return whole
	case t.Kind() == reflect.Struct:
		return completeStruct(v)
	case t.Kind() == reflect.Slice && (v.IsNil() || holdsLists(t.Elem())):
		whole := reflect.MakeSlice(t, v.Len(), v.Len())
		for i := range v.Len() {
			whole.Index(i).Set(complete(v.Index(i)))
		}
		return whole
	case t.Kind() == reflect.Map && (v.IsNil() || holdsLists(t.Elem())):
		whole := reflect.MakeMap(t)
		for entries := v.MapRange(); entries.Next(); {
			whole.SetMapIndex(entries.Key(), complete(entries.Value()))
		}
		return whole
	}
	return v
}

func completeStruct(v reflect.Value) reflect.Value {
	whole := reflect.New(v.Type()).Elem()
	whole.Set(v)
	for i := range v.NumField() {
		field, tag := v.Type().Field(i), v.Type().Field(i).Tag.Get("json")
		if field.IsExported() && tag != "-" && (!strings.Contains(tag, ",omit") || !v.Field(i).IsZero()) {
			whole.Field(i).Set(complete(v.Field(i)))
		}
	}
	return whole
}

// holdsLists tells whether lists or objects may be in values of a type; one that writes itself is taken for none.
func holdsLists(t reflect.Type) bool {
	if t.Implements(reflect.TypeFor[json.Marshaler]()) {
		return false
	}
	switch t.Kind() {
	case reflect.Pointer:
		return holdsLists(t.Elem())
	case reflect.Slice:
		return t.Elem().Kind() != reflect.Uint8
	case reflect.Map, reflect.Struct:
		return true
	}
	return false
}
