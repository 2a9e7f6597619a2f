// usage: html.mjs BROWSER DIR SHOTS    What a user sees and does in the pages
// DIR/image.html and DIR/scan.html.  Prints "ok ..." or "not ok ...".
import puppeteer from "puppeteer-core";
import fs from "node:fs";

const [browserPath, dir, shots] = process.argv.slice(2);
const say = (fine, name, why) =>
	console.log(fine ? "ok " + name : "not ok " + name + ": " + why);
const browser = await puppeteer.launch({executablePath: browserPath,
	args: ["--no-sandbox", "--disable-gpu"]});

async function open(file, width, height, scheme) {
	const page = await browser.newPage();
	const wrong = [], asked = [];
	page.on("pageerror", (e) => wrong.push(e.message));
	page.on("console", (m) => wrong.push(m.text()));
	page.on("request", (r) => asked.push(r.url()));
	await page.setViewport({width, height});
	await page.emulateMediaFeatures([{name: "prefers-color-scheme",
		value: scheme}]);
	await page.goto("file://" + dir + "/" + file);
	return {page, wrong, asked};
}

// WCAG 2.1, relative luminance and contrast, of all text that can be seen.
const contrast = () => {
	const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 :
		((v + 0.055) / 1.055) ** 2.4;
	const parse = (c) => c.match(/[\d.]+/g).map(Number);
	const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) +
		0.0722 * channel(b);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] > 0)
				return c;
		}
		return [255, 255, 255];
	};
	let worst = 21, where = "";
	const walker = document.createTreeWalker(document.body,
		NodeFilter.SHOW_TEXT);
	for (let n = walker.nextNode(), i = 0; n && i < 3000;
	     n = walker.nextNode(), i++) {
		const e = n.parentElement;
		if (!n.data.trim() || e.closest("script,noscript,[hidden]"))
			continue;
		const a = light(parse(getComputedStyle(e).color)), b = light(behind(e));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < worst) {
			worst = ratio;
			where = n.data.slice(0, 40);
		}
	}
	return [worst, where];
};

for (const [size, width, height] of [["desk", 1280, 900], ["phone", 390, 844]])
	for (const scheme of ["light", "dark"])
		for (const file of ["image.html", "scan.html"]) {
			const name = `${file} ${size} ${scheme}`;
			const {page, wrong, asked} = await open(file, width, height,
				scheme);
			if (file === "scan.html") {
				await page.focus("td[tabindex='0']");
				await page.keyboard.press("Enter");
			}
			say(await page.$eval("#detail", (e) => !e.hidden &&
				e.querySelectorAll("ol.steps li").length > 0 &&
				e.querySelectorAll(".layers .bar").length > 0),
				name + ": tells why", "no reasons");
			const wide = await page.evaluate(() =>
				document.documentElement.scrollWidth - innerWidth);
			say(wide <= 0, name + ": nothing is cut off", wide + " px");
			const [worst, where] = await page.evaluate(contrast);
			say(worst >= 4.5, name + ": contrast", worst + " of " + where);
			const path = `${shots}/${size}-${scheme}-${file}.png`;
			await page.screenshot({path});
			say(fs.statSync(path).size > 10000, name + ": screenshot",
				path);
			const dark = await page.evaluate(() => getComputedStyle(
				document.body).backgroundColor.match(/\d+/g)
				.every((v) => v < 128));
			say(dark === (scheme === "dark"), name + ": its scheme", dark);
			say(wrong.length === 0, name + ": no error", wrong[0]);
			say(asked.length === 1, name + ": no request", asked[1]);
			await page.close();
		}

// By keyboard only: filter, move, look, close.
{
	const {page} = await open("scan.html", 1280, 900, "light");
	const count = () => page.$$eval("tbody tr", (all) =>
		all.filter((r) => !r.hidden).length);
	say(await count() === 1000 && await page.$$eval("tbody td", (all) =>
		all.length) === 10000, "10,000 cells", await count());
	await page.keyboard.press("/");
	await page.keyboard.type("app-4");
	say(await count() === 111, "/ filters by name", await count());
	await page.keyboard.press("Enter");
	const at = () => page.evaluate(() => document.activeElement.closest("tr") &&
		[document.activeElement.closest("tr").cells[0].title,
			document.activeElement.cellIndex]);
	say(/app-4\.tar/.test((await at())[0]), "Enter goes to the first",
		await at());
	for (const key of ["ArrowDown", "ArrowRight", "End", "Home", "PageDown"])
		await page.keyboard.press(key);
	const place = await at();
	say(place && place[1] === 1 && !/app-4\.tar/.test(place[0]),
		"arrows move", place);
	await page.keyboard.press("Enter");
	say(await page.$eval("#detail", (e) => !e.hidden), "Enter tells why", "");
	await page.keyboard.press("Escape");
	say(await page.$eval("#detail", (e) => e.hidden) &&
		String(await at()) === String(place), "Escape goes back",
		await at());
	const frames = await page.evaluate(async () => {
		const input = document.querySelector("input[type=search]");
		const took = [];
		for (const text of ["", "a", "ap", "app-1", "zzz", ""]) {
			const began = performance.now();
			input.value = text;
			input.dispatchEvent(new Event("input", {bubbles: true}));
			await new Promise((done) => requestAnimationFrame(() =>
				requestAnimationFrame(done)));
			took.push(performance.now() - began);
		}
		return took.sort((a, b) => a - b)[3];
	});
	console.log(`    a filtered frame takes ${frames.toFixed(0)} ms`);
	await page.close();
}

// A hostile name is text, and without scripts there is a matrix.
{
	const page = await browser.newPage();
	await page.setJavaScriptEnabled(false);
	await page.goto("file://" + dir + "/image.html");
	say((await page.$eval("table", (e) => e.textContent)).includes("804"),
		"without scripts the matrix is there", "no 804");
	await page.close();
}
await browser.close();
