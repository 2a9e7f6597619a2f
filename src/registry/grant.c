#include "registry/grant.h"

#include "base/record.h"
#include "registry/credential.h"

struct answered_grant {
	struct str token, access_token; /* one of them */
	struct str refresh_token;
	int64_t expires_in;
};

/* clang-format off */
static const struct field grant_fields[] = {
	FIELD(struct answered_grant, token, OPTIONAL, "for the registry"),
	FIELD(struct answered_grant, access_token, OPTIONAL, "the same, as OAuth 2 calls it"),
	FIELD(struct answered_grant, refresh_token, OPTIONAL, "to get more"),
	FIELD(struct answered_grant, expires_in, OPTIONAL, "seconds"),
};
static const struct schema grant_schema =
	SCHEMA(struct answered_grant, grant_fields);
/* clang-format on */

/* What goes into a header must not end it. */
static bool is_token(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] <= ' ' || s.p[i] > '~')
			return false;
	return s.n > 0;
}

static int64_t life_of(int64_t seconds)
{
	if (seconds < GRANT_LIFE_MIN)
		return GRANT_LIFE_MIN;
	return seconds > GRANT_LIFE_MAX ? GRANT_LIFE_MAX : seconds;
}

int grant_parse(struct str json, struct arena *a, struct grant *out,
                struct err *err)
{
	struct answered_grant g = {0};

	*out = (struct grant){0};
	if (record_parse(&grant_schema, json, RECORD_TOLERANT, a, &g, err)) {
		credential_hide(err);
		return -1;
	}
	out->token = g.token.n ? g.token : g.access_token;
	if (!is_token(out->token))
		return err_set(err, ERR_FORMAT, "it has no token");
	if (is_token(g.refresh_token))
		out->refresh = g.refresh_token;
	out->life = life_of(g.expires_in);
	return 0;
}
