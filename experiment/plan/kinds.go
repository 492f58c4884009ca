package plan

import (
	"fmt"
	"reflect"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/setting"
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

// A fileType is the type that an experiment file is decoded into, put together from planFile, the settings and the
// known kinds of engines, so that the YAML library is strict with them too, and none has to be named here.
type fileType struct {
	kinds     []retrieval.Kind
	settings  []setting.Field[request.Request]
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
	t := fileType{kinds: kinds, settings: request.Of(compare.OfExperiment), component: reflect.StructOf(component)}
	file := append(fieldsOf(reflect.TypeFor[planFile]()), reflect.StructField{
		Name: "Components", Type: reflect.MapOf(reflect.TypeFor[string](), t.component), Tag: `yaml:"` + componentsKey + `"`,
	})
	for _, f := range t.settings { // pointers tell "not given" from a zero that was written
		file = append(file, reflect.StructField{
			Name: settingPrefix + f.Key, Type: reflect.PointerTo(f.Type()), Tag: reflect.StructTag(fmt.Sprintf("yaml:%q", f.Key)),
		})
	}
	t.file = reflect.StructOf(file)
	return t
}

// settingPrefix makes a name of a field of the key of a setting.
const settingPrefix = "Setting_"

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
	asked      request.Request
	faults     []setting.Fault // of what is asked
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
	for _, f := range t.settings {
		if given := v.Elem().FieldByName(settingPrefix + f.Key); !given.IsNil() {
			d.take(f, given.Elem().Interface())
		}
	}
	return d, err
}

// take sets a setting that the file gives, unless its row refuses the value.
func (d *decoded) take(f setting.Field[request.Request], value any) {
	if err := f.Check(f.Key, value); err != nil {
		d.faults = append(d.faults, setting.Fault{Key: f.Key, Text: err.Error()})
		return
	}
	f.Put(&d.asked, value)
	d.asked.Given = append(d.asked.Given, f.Key)
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
