/* Hosts, URLs, challenges, base64, files of credentials: text in, parts out. */
#include "base/base64.h"
#include "registry/address.h"
#include "registry/challenge.h"
#include "registry/credential.h"
#include "registry/url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
	const char *text;
	enum address_kind kind;
} addresses[] = {
	{"registry.example", ADDRESS_NONE},
	{"", ADDRESS_NONE},
	{"127.0.0.1", ADDRESS_LOOPBACK},
	{"127.255.0.9", ADDRESS_LOOPBACK},
	{"0.0.0.0", ADDRESS_LOOPBACK},
	{"::1", ADDRESS_LOOPBACK},
	{"::", ADDRESS_LOOPBACK},
	{"::ffff:127.0.0.1", ADDRESS_LOOPBACK},
	{"10.1.2.3", ADDRESS_PRIVATE},
	{"172.16.0.1", ADDRESS_PRIVATE},
	{"172.31.255.255", ADDRESS_PRIVATE},
	{"172.32.0.1", ADDRESS_PUBLIC},
	{"192.168.1.1", ADDRESS_PRIVATE},
	{"192.169.1.1", ADDRESS_PUBLIC},
	{"100.64.0.1", ADDRESS_PRIVATE},
	{"100.128.0.1", ADDRESS_PUBLIC},
	{"fd00::1", ADDRESS_PRIVATE},
	{"169.254.169.254", ADDRESS_LINK},
	{"::ffff:169.254.169.254", ADDRESS_LINK},
	{"fe80::1", ADDRESS_LINK},
	{"fec0::1", ADDRESS_PUBLIC},
	{"8.8.8.8", ADDRESS_PUBLIC},
	{"2001:db8::1", ADDRESS_PUBLIC},
};

static void test_addresses(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(addresses); i++)
		if (address_kind(str_c(addresses[i].text)) != addresses[i].kind)
			fail_msg("%s", addresses[i].text);
	assert_true(host_is_loopback(STR("localhost")));
	assert_true(host_is_loopback(STR("a.localhost")));
	assert_false(host_is_loopback(STR("localhost.example")));
}

static const struct {
	const char *a, *b;
	bool related;
} relations[] = {
	{"registry-1.docker.io", "auth.docker.io", true},
	{"registry.gitlab.com", "gitlab.com", true},
	{"a.example", "a.example", true},
	{"a.example", "b.a.example", true},
	{"a.example", "b.example", false}, /* "example" may be everybody's */
	{"a.b.example", "evilb.example", false},
	{"a.b.example", "c.b.example", true},
	{"10.0.0.1", "10.0.0.2", false},
	{"127.0.0.1", "127.0.0.1", true},
};

static void test_relations(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(relations); i++)
		if (host_is_related(str_c(relations[i].a),
		                    str_c(relations[i].b)) !=
		    relations[i].related)
			fail_msg("%s %s", relations[i].a, relations[i].b);
}

static const struct {
	const char *base, *ref, *to;
} joins[] = {
	{"https://h/v2/a", "/v2/b?n=1", "https://h/v2/b?n=1"},
	{"https://h:1/v2/a?x", "b", "https://h:1/v2/b"},
	{"https://h/v2/a?x", "?y", "https://h/v2/a?y"},
	{"http://h", "/x", "http://h/x"},
	{"https://h/a", "//i/b", "https://i/b"},
	{"https://h/a", "http://i/b", "http://i/b"},
	{"https://h/a", "ftp://i/b", "ftp://i/b"},
	{"https://h/a", "/b?u=http://i", "https://h/b?u=http://i"},
	{"https://h/a", "a b", ""},
	{"https://h/a", "", ""},
};

static void test_joins(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(joins); i++) {
		struct arena a = {0};
		struct url u;
		struct str to;

		assert_true(url_parse(str_c(joins[i].base), &u));
		to = url_join(&u, str_c(joins[i].ref), &a);
		if (!str_eq(to, str_c(joins[i].to)))
			fail_msg("%s: " STR_F, joins[i].ref, STR_A(to));
		arena_free(&a);
	}
}

static const struct {
	const char *a, *b;
	bool same;
} origins[] = {
	{"https://h/x", "https://H:443/y", true},
	{"https://h", "http://h", false},
	{"http://h:80", "http://h", true},
	{"https://h:1", "https://h:2", false},
	{"https://h.example", "https://h.example.evil", false},
	{"https://[::1]:5", "https://[::1]:5/x", true},
};

static void test_origins(void **state)
{
	static const char *const bad[] = {
		"ftp://h",        "https://", "https:///x", "https://u:p@h/",
		"https://u@h",    "h",        "",           "https://h\n/",
		"https://h\\@i/",
	};
	struct url a, b;

	(void)state;
	for (size_t i = 0; i < COUNT(origins); i++) {
		assert_true(url_parse(str_c(origins[i].a), &a));
		assert_true(url_parse(str_c(origins[i].b), &b));
		if (url_same_origin(&a, &b) != origins[i].same)
			fail_msg("%s %s", origins[i].a, origins[i].b);
	}
	for (size_t i = 0; i < COUNT(bad); i++)
		if (url_parse(str_c(bad[i]), &a))
			fail_msg("%s", bad[i]);
}

static const struct {
	const char *line, *scheme, *realm, *service;
	size_t n;
} challenges[] = {
	{"Bearer realm=\"https://a/t\",service=\"s\"", "Bearer", "https://a/t",
         "s", 1},
	{"bearer service=s, realm=\"https://a/\\\"t\"", "Bearer",
         "https://a/\"t", "s", 1},
	{"Basic realm=x, Bearer realm=y,service=\"a,b\"", "Bearer", "y", "a,b",
         2},
	{"Negotiate, Basic realm=\"r\"", "Basic", "r", "", 2},
	{"NTLM abc==, Bearer realm = \"r\"", "Bearer", "r", "", 3},
	{"Bearer realm=\"open", "Bearer", "open", "", 1},
	{"Bearer realm=\"\",service=\"\"", "Bearer", "", "", 1},
	{"realm=\"no scheme\"", NULL, NULL, NULL, 0},
	{",,;;\"", NULL, NULL, NULL, 0},
	{"", NULL, NULL, NULL, 0},
};

static void test_challenges(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(challenges); i++) {
		struct challenges all = {0};
		const struct challenge *c;
		struct arena a = {0};

		challenges_parse(str_c(challenges[i].line), &a, &all);
		if (all.n != challenges[i].n)
			fail_msg("%s: %zu", challenges[i].line, all.n);
		if (challenges[i].scheme) {
			c = challenges_get(&all, str_c(challenges[i].scheme));
			assert_non_null(c);
			assert_true(str_eq(challenge_param(c, STR("realm")),
			                   str_c(challenges[i].realm)));
			assert_true(str_eq(challenge_param(c, STR("service")),
			                   str_c(challenges[i].service)));
		}
		arena_free(&a);
	}
}

static void test_base64(void **state)
{
	static const char *const pairs[][2] = {
		{"", ""},
		{"f", "Zg=="},
		{"fo", "Zm8="},
		{"foo", "Zm9v"},
		{"user:p\xc3\xa4ss", "dXNlcjpww6Rzcw=="},
	};
	struct arena a = {0};
	struct str back;

	(void)state;
	for (size_t i = 0; i < COUNT(pairs); i++) {
		struct buf b = {0};

		base64_encode(str_c(pairs[i][0]), &b);
		assert_true(str_eq(buf_str(&b), str_c(pairs[i][1])));
		assert_true(base64_decode(buf_str(&b), &a, &back));
		assert_true(str_eq(back, str_c(pairs[i][0])));
		buf_free(&b);
	}
	assert_false(base64_decode(STR("Z m8="), &a, &back));
	arena_free(&a);
}

static const struct {
	const char *json, *host, *repository;
	const char *want; /* user:password, "token T", "identity T", "" */
} files[] = {
	{"{\"auths\": {\"h.io\": {\"auth\": \"dTpw\"}}}", "h.io", "a", "u:p"},
	{"{\"auths\": {\"https://h.io/v2/\": {\"auth\": \"dTpwAAA=\"}}}",
         "h.io", "a", "u:p"},
	{"{\"auths\": {\"h.io:5000\": {\"auth\": \"dTpw\"}}}", "h.io", "a", ""},
	{"{\"auths\": {\"https://index.docker.io/v1/\": {\"auth\": "
         "\"dTpw\"}}}",
         "docker.io", "library/a", "u:p"},
	{"{\"auths\": {\"h.io\": {\"username\": \"u\", \"password\": "
         "\"p:q\"}}}",
         "h.io", "a", "u:p:q"},
	{"{\"auths\": {\"h.io\": {\"identitytoken\": \"T\"}}}", "h.io", "a",
         "identity T"},
	{"{\"auths\": {\"h.io\": {\"registrytoken\": \"T\"}}}", "h.io", "a",
         "token T"},
	{"{\"auths\": {\"h.io\": {\"auth\": \"dTpw\"}, \"h.io/a\": {\"auth\": "
         "\"djpw\"}}}",
         "h.io", "a/b", "v:p"},
	{"{\"auths\": {\"h.io\": {\"auth\": \"dTpw\"}, \"h.io/a\": {\"auth\": "
         "\"djpw\"}}}",
         "h.io", "ab", "u:p"},
	{"{\"auths\": {\"h.io\": {}}}", "h.io", "a", ""},
	{"{\"auths\": null}", "h.io", "a", ""},
	{"{}", "h.io", "a", ""},
	{"{\"credsStore\": \"none\", \"auths\": {\"h.io\": {\"auth\": "
         "\"dTpw\"}}}",
         "h.io", "a", "u:p"},
	{"{\"credsStore\": \"none\", \"credHelpers\": {\"h.io\": \"some\"}}",
         "h.io", "a", "helped:s3cret h.io"},
	{"{\"credHelpers\": {\"h.io\": \"token\"}}", "h.io", "a", "identity T"},
};

static const char *const helpers[][2] = {
	{"none", "#!/bin/sh\necho credentials not found in native keychain\n"
                 "exit 1\n"},
	{"some", "#!/bin/sh\n[ \"$1\" = get ] || exit 3\nread -r host\n"
                 "echo \"{\\\"ServerURL\\\":\\\"x\\\",\\\"Username\\\":"
                 "\\\"helped\\\",\\\"Secret\\\":\\\"s3cret $host\\\"}\"\n"},
	{"token", "#!/bin/sh\necho '{\"Username\":\"<token>\",\"Secret\":"
                  "\"T\"}'\n"},
	{"bad", "#!/bin/sh\necho 's3cret' >&2\necho s3cret\n"},
	{"dead", "#!/bin/sh\necho s3cret\nexit 1\n"},
};

static int make_helpers(void **state)
{
	static char dir[] = "/tmp/cudalint-helpers-XXXXXX";
	char path[4096];

	if (!mkdtemp(dir))
		return -1;
	*state = dir;
	for (size_t i = 0; i < COUNT(helpers); i++) {
		FILE *f;

		(void)snprintf(path, sizeof path, "%s/docker-credential-%s",
		               dir, helpers[i][0]);
		f = fopen(path, "w");
		if (!f)
			return -1;
		(void)fputs(helpers[i][1], f);
		(void)fclose(f);
		if (chmod(path, 0700))
			return -1;
	}
	(void)snprintf(path, sizeof path, "%s:/usr/bin:/bin", dir);
	return setenv("PATH", path, 1);
}

static int remove_helpers(void **state)
{
	char path[4096];

	for (size_t i = 0; i < COUNT(helpers); i++) {
		(void)snprintf(path, sizeof path, "%s/docker-credential-%s",
		               (char *)*state, helpers[i][0]);
		(void)unlink(path);
	}
	return rmdir(*state);
}

static struct str said(const struct credential *c, struct arena *a)
{
	if (c->token.n)
		return arena_fmt(a, "token " STR_F, STR_A(c->token));
	if (c->identity.n)
		return arena_fmt(a, "identity " STR_F, STR_A(c->identity));
	if (c->username.n)
		return arena_fmt(a, STR_F ":" STR_F, STR_A(c->username),
		                 STR_A(c->password));
	return STR("");
}

static void test_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(files); i++) {
		struct credential c = {0};
		struct arena a = {0};
		struct err err = {0};
		struct str got;

		struct credential_for who = {str_c(files[i].host),
		                             str_c(files[i].repository), 0};

		if (credential_parse(str_c(files[i].json), &who, &a, &c, &err) <
		    0)
			fail_msg("%s: %s", files[i].json, err.msg);
		got = said(&c, &a);
		if (!str_eq(got, str_c(files[i].want)))
			fail_msg("%s: " STR_F, files[i].json, STR_A(got));
		arena_free(&a);
	}
}

/* No message has in it what a helper or a file said. */
static void test_bad_files(void **state)
{
	static const char *const bad[] = {
		"{\"credHelpers\": {\"h.io\": \"../x\"}}",
		"{\"credHelpers\": {\"h.io\": \"there-is-none\"}}",
		"{\"credHelpers\": {\"h.io\": \"bad\"}}",
		"{\"credHelpers\": {\"h.io\": \"dead\"}}",
		"{\"auths\": {\"h.io\": {\"auth\": 1}}}",
		"{\"auths\": [\"s3cret\"]}",
		"s3cret",
		"{\"auths\": {\"h.io\": {\"auth\": \"x\" \"s3cret\"}}}",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct credential c = {0};
		struct arena a = {0};
		struct err err = {0};

		struct credential_for who = {STR("h.io"), STR("a"), 0};

		if (credential_parse(str_c(bad[i]), &who, &a, &c, &err) >= 0)
			fail_msg("%s: taken", bad[i]);
		if (!err.msg[0] || strstr(err.msg, "s3cret"))
			fail_msg("%s: %s", bad[i], err.msg);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_relations),
		cmocka_unit_test(test_joins),
		cmocka_unit_test(test_origins),
		cmocka_unit_test(test_challenges),
		cmocka_unit_test(test_base64),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_bad_files),
	};

	return cmocka_run_group_tests(tests, make_helpers, remove_helpers);
}
