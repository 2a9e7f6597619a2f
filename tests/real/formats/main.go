// main.go - what Kubernetes makes of a patch and of the admission policies.
//
// usage: main PATCH POLICY KYVERNO.  The patch is what an image that fails on
// the RTX 3090 and runs on the A100 of fixtures/cli/fleet.json gave.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/cel-go/cel"
	admission "k8s.io/api/admissionregistration/v1"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"sigs.k8s.io/yaml"
)

const workload = `{"metadata": {"name": "app"}, "spec": {"template": {"spec":
{"containers": [{"name": "app", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}}}`

var bad = false

func tell(name string, err error) {
	if err == nil {
		fmt.Println("ok", name)
		return
	}
	fmt.Println("not ok", name+":", err)
	bad = true
}

func must(err error) {
	if err != nil {
		fmt.Println("not ok", err)
		os.Exit(1)
	}
}

func want(name string, is, wanted bool) {
	if is != wanted {
		tell(name, fmt.Errorf("%v", is))
		return
	}
	tell(name, nil)
}

func node(arch, product, driver string) *core.Node {
	return &core.Node{ObjectMeta: meta.ObjectMeta{Labels: map[string]string{
		"kubernetes.io/arch":                  arch,
		"nvidia.com/gpu.product":              product,
		"nvidia.com/cuda.driver-version.full": driver,
	}}}
}

func patched(patch []byte) *apps.Deployment {
	var strict, out apps.Deployment

	tell("the patch has no member that Kubernetes lacks",
		yaml.UnmarshalStrict(patch, &strict))
	asJSON, err := yaml.YAMLToJSON(patch)
	must(err)
	merged, err := strategicpatch.StrategicMergePatch([]byte(workload), asJSON, apps.Deployment{})
	must(err)
	must(json.Unmarshal(merged, &out))
	return &out
}

func match(d *apps.Deployment) {
	s, err := nodeaffinity.NewNodeSelector(d.Spec.Template.Spec.Affinity.
		NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution)
	tell("the scheduler takes the affinity", err)
	must(err)
	for _, c := range []struct {
		name  string
		node  *core.Node
		match bool
	}{
		{"the pool that passes", node("amd64", "NVIDIA-A100-SXM4-80GB", "535.183.01"), true},
		{"its name before driver 470", node("amd64", "A100-SXM4-80GB", "535.183.01"), true},
		{"another driver", node("amd64", "NVIDIA-A100-SXM4-80GB", "550.54.15"), false},
		{"another CPU", node("arm64", "NVIDIA-A100-SXM4-80GB", "535.183.01"), false},
		{"the pool that fails", node("amd64", "NVIDIA-GeForce-RTX-3090", "460.67"), false},
	} {
		want(c.name, s.Match(c.node), c.match)
	}
}

func eval(expression string, pod any) bool {
	env, err := cel.NewEnv(cel.Variable("object", cel.DynType))
	must(err)
	ast, issues := env.Compile(expression)
	must(issues.Err())
	program, err := env.Program(ast)
	must(err)
	out, _, err := program.Eval(map[string]any{"object": pod})
	must(err)
	return out.Value().(bool)
}

func pod(spec core.PodSpec) any {
	var out any

	raw, err := json.Marshal(core.Pod{Spec: spec})
	must(err)
	must(json.Unmarshal(raw, &out))
	return out
}

func policy(name, when, then string, d *apps.Deployment) {
	var before apps.Deployment

	must(json.Unmarshal([]byte(workload), &before))
	without := pod(before.Spec.Template.Spec)
	want(name+" is about pods with GPUs", eval(when, without), true)
	want(name+" refuses one without affinity", eval(then, without), false)
	want(name+" takes one with the patch", eval(then, pod(d.Spec.Template.Spec)), true)
	before.Spec.Template.Spec.Containers[0].Resources = core.ResourceRequirements{}
	want(name+" is not about others", eval(when, pod(before.Spec.Template.Spec)), false)
}

type kyverno struct {
	Spec struct {
		Rules []struct {
			CelPreconditions []struct{ Expression string }
			Validate         struct {
				Cel struct {
					Expressions []struct{ Expression string }
				}
			}
		}
	}
}

func main() {
	var rules admission.ValidatingAdmissionPolicy
	var binding admission.ValidatingAdmissionPolicyBinding
	var k kyverno

	patch, err := os.ReadFile(os.Args[1])
	must(err)
	d := patched(patch)
	match(d)

	text, err := os.ReadFile(os.Args[2])
	must(err)
	docs := bytes.Split(text, []byte("\n---\n"))
	tell("policy.yaml is a policy", yaml.UnmarshalStrict(docs[0], &rules))
	tell("and a binding", yaml.UnmarshalStrict(docs[1], &binding))
	policy("the policy", rules.Spec.MatchConditions[0].Expression,
		rules.Spec.Validations[0].Expression, d)

	text, err = os.ReadFile(os.Args[3])
	must(err)
	must(yaml.Unmarshal(text, &k))
	policy("Kyverno's", k.Spec.Rules[0].CelPreconditions[0].Expression,
		k.Spec.Rules[0].Validate.Cel.Expressions[0].Expression, d)
	if bad {
		os.Exit(1)
	}
}
