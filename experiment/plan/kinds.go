package plan

import (
	"fmt"
	"reflect"

	"github.com/rankduel/rankduel/retrieval"
)

// A declaration is a component as it is written: what every component may hold,
// and the engines under the keys of their kinds; a good one has one.
type declaration struct {
	componentFile
	engines []declaredEngine
}

type declaredEngine struct {
	kind   retrieval.Kind
	engine retrieval.Engine
}

// sources names what a declaration says its rankings come from.
func (d declaration) sources() []string {
	var list []string
	if d.Run != "" {
		list = append(list, "run")
	}
	for _, e := range d.engines {
		list = append(list, e.kind.Name)
	}
	return list
}

// sourceKinds names what a component can be.
func sourceKinds(kinds []retrieval.Kind) []string {
	names := []string{"run"}
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}

// A fileType is the type that an experiment file is decoded into. It is put
// together from planFile and the kinds of engines that are known, so that the
// YAML library is as strict with the settings of an engine as with the rest,
// and no kind has to be named here.
type fileType struct {
	kinds     []retrieval.Kind
	component reflect.Type
	file      reflect.Type
}

const componentsKey = "components"

func newFileType(kinds []retrieval.Kind) fileType {
	component := fieldsOf(reflect.TypeFor[componentFile]())
	for i, k := range kinds {
		component = append(component, reflect.StructField{
			Name: fmt.Sprintf("Kind%d", i), Type: reflect.PointerTo(k.Settings), Tag: reflect.StructTag(fmt.Sprintf("yaml:%q", k.Name)),
		})
	}
	t := fileType{kinds: kinds, component: reflect.StructOf(component)}
	t.file = reflect.StructOf(append(fieldsOf(reflect.TypeFor[planFile]()), reflect.StructField{
		Name: "Components", Type: reflect.MapOf(reflect.TypeFor[string](), t.component), Tag: `yaml:"` + componentsKey + `"`,
	}))
	return t
}

func fieldsOf(t reflect.Type) []reflect.StructField {
	fields := make([]reflect.StructField, 0, t.NumField()+1)
	for f := range t.Fields() {
		fields = append(fields, f)
	}
	return fields
}

// decoded is an experiment file as it was written.
type decoded struct {
	planFile
	components map[string]declaration
}

// read decodes a file by a function of the YAML library.
func (t fileType) read(decode func(into any) error) (decoded, error) {
	v := reflect.New(t.file)
	err := decode(v.Interface())
	d := decoded{components: map[string]declaration{}}
	copyFields(reflect.ValueOf(&d.planFile).Elem(), v.Elem())
	written := v.Elem().FieldByName("Components").MapRange()
	for written.Next() {
		d.components[written.Key().String()] = t.declaration(written.Value())
	}
	return d, err
}

func (t fileType) declaration(v reflect.Value) declaration {
	var d declaration
	copyFields(reflect.ValueOf(&d.componentFile).Elem(), v)
	shared := v.NumField() - len(t.kinds)
	for i, k := range t.kinds {
		if settings := v.Field(shared + i); !settings.IsNil() {
			d.engines = append(d.engines, declaredEngine{k, k.Engine(settings.Interface())})
		}
	}
	return d
}

// copyFields copies the fields of to, which are the first of from.
func copyFields(to, from reflect.Value) {
	for i := range to.NumField() {
		to.Field(i).Set(from.Field(i))
	}
}
