// check.mjs - CycloneDX by its schema, JUnit by a reader, Markdown as rendered.
// usage: check.mjs DIR, beside its node_modules
import { readdirSync, readFileSync } from 'node:fs'
import * as CDX from '@cyclonedx/cyclonedx-library'
import { parse } from 'junit2json'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const dir = process.argv[2]
const cyclonedx = new CDX.Validation.JsonStrictValidator(CDX.Spec.Version.v1dot6)

// What a page may have: its own marks, no address, no picture, no program.
const tags = /^<\/?(p|strong|code|details|summary|ul|li|table|thead|tbody|tr|th|td|pre)( (align="right"|class="language-diff"))?>$/

const checks = {
  cyclonedx: async text => {
    const errors = await cyclonedx.validate(text)
    return errors && JSON.stringify(errors).slice(0, 300)
  },
  junit: async text => {
    const all = await parse(text)
    return all.testsuite.every(s => s.testcase.length === s.tests)
      ? null : 'cases are not counted'
  },
  markdown: async text => {
    const html = micromark(text, {
      allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()]
    })
    const bad = html.match(/<[^>]*>/g)
      .filter(t => t !== '<!-- -->' && !tags.test(t))
    return bad.length ? bad.join(' ').slice(0, 300) : null
  }
}
checks['github-summary'] = checks.markdown

for (const name of readdirSync(dir).sort()) {
  const check = checks[name.split('.').pop()]
  if (!check) continue
  let why
  try {
    why = await check(readFileSync(`${dir}/${name}`, 'utf8'))
  } catch (e) {
    why = String(e).slice(0, 300)
  }
  console.log(why ? `not ok ${name}: ${why}` : `ok ${name}`)
}
