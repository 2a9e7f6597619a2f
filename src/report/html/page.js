"use strict";
/* The matrix is in the page as it is; this filters it, moves in it by keys and
 * tells why.  Each image's data, as cudalint-report(5) has it, is parsed when it
 * is asked for.  Text from images goes into text nodes only. */
(() => {
	const table = document.querySelector("table.matrix");
	const detail = document.getElementById("detail");
	const filter = document.getElementById("filter");
	const shown = document.getElementById("shown");
	const rows = Array.from(table.tBodies[0].rows);
	const pools = Array.from(table.tHead.rows[0].cells).slice(1)
		.map((cell) => cell.dataset.pool);
	const fleet = JSON.parse(document.getElementById("fleet").textContent);
	let chosen = null; /* the cell that is told about */
	let current = null; /* the cell that the keys are at */

	const make = (name, className, ...children) => {
		const element = document.createElement(name);
		if (className)
			element.className = className;
		element.append(...children.filter((c) => c !== null));
		return element;
	};
	const code = (text) => make("code", "", text);
	const size = (bytes) => {
		const units = ["bytes", "kB", "MB", "GB", "TB"];
		let i = 0;
		while (bytes >= 1000 && i < units.length - 1) {
			bytes /= 1000;
			i++;
		}
		return (i && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)) +
			" " + units[i];
	};
	const image_of = (row) => {
		const data = document.getElementById("image" + row.dataset.image);
		return data ? JSON.parse(data.textContent) : null;
	};

	/* What is known about the hosts of a pool. */
	const hosts = (name) => {
		const pool = (fleet.pools || []).find((p) => p.name === name);
		if (!pool)
			return null;
		const gpus = (pool.gpus || []).map((g) => (g.count > 1 ? g.count +
			" × " : "") + (g.product || g.class || "GPU"));
		const parts = [
			pool.driver ? "driver " + pool.driver : null,
			gpus.join(", "),
			pool.container && pool.container.toolkit ?
				"toolkit " + pool.container.toolkit : null,
			pool.nodes > 1 ? pool.nodes + " nodes" : null,
		];
		return make("p", "soft", parts.filter(Boolean).join(" · "));
	};

	const marks = {pass: ["passed", "\u2713"], fail: ["failed", "\u2717"],
		unsure: ["open", "?"]};
	const step = (s) => {
		const [look, sign] = marks[s.result] || ["", ""];
		const mark = make("span", "mark " + look, sign + " " + s.step);
		mark.title = s.result;
		return make("li", "", mark, " ", s.detail,
			s.source ? make("span", "soft", " [" + s.source +
				(s.tag ? ", " + s.tag : "") + "]") : null);
	};
	const variant = (v) => make("li", "", make("strong", "", v.outcome), " ",
		[v.route, v.when, (v.stacks || []).join(", ")].filter(Boolean)
			.join("; "),
		v.decided_by ? make("span", "soft", " decided by " + v.decided_by) :
			null);
	const prediction = (p) => {
		const part = make("section", "");
		part.append(make("h3", "", p.gpu + " ", make("span", "tag " +
			p.verdict, p.outcome === "ok" && p.route ? "ok, " + p.route :
			p.outcome)));
		if (p.message)
			part.append(make("p", "", "The user sees: ", code(p.message)));
		if (p.libcuda && p.libcuda.path)
			part.append(make("p", "", "libcuda: ", code(p.libcuda.path),
				p.libcuda.version ? " " + p.libcuda.version : ""));
		if (p.because && p.because.length)
			part.append(make("ol", "steps", ...p.because.map(step)));
		if (p.variants && p.variants.length)
			part.append(make("p", "", "It depends:"),
				make("ul", "", ...p.variants.map(variant)));
		return part;
	};

	const levels = {error: "fail", warning: "warn", note: "unknown"};
	const finding = (image, f) => {
		const part = make("div", "finding", make("span", "tag " +
			(levels[f.severity] || ""), f.severity), " ",
			make("strong", "", f.id), " ", f.message);
		for (const e of f.evidence || []) {
			const layer = (image.layers || [])[e.layer];
			part.append(make("p", "soft", "in ", code(e.path),
				e.layer >= 0 ? ", layer " + e.layer : "",
				layer && layer.created_by ? ": " : "",
				layer && layer.created_by ? code(layer.created_by) :
					""));
		}
		if (f.fix && (f.fix.text || f.fix.action))
			part.append(make("p", "", "cure: ", f.fix.text || f.fix.action,
				f.fix.grade ? make("span", "soft", " (" + f.fix.grade +
					")") : null));
		return part;
	};

	/* Frameworks in one colour, CUDA's own in another. */
	const frameworks = new Set(["torch", "torchvision", "torchaudio", "triton",
		"tensorflow", "jax", "cupy", "rapids", "vllm", "sglang",
		"flash-attn", "xformers", "deepspeed", "bitsandbytes",
		"transformer-engine", "onnxruntime", "paddle", "mxnet", "faiss"]);
	const layer = (grid, most, l) => {
		const bar = make("div", "bar");
		const piece = (bytes, look, what) => {
			if (bytes <= 0)
				return;
			const span = make("span", look);
			span.style.width = 100 * bytes / most + "%";
			span.title = what + ": " + size(bytes);
			bar.append(span);
		};
		let rest = (l.bytes || 0) - (l.hidden || 0);
		const brought = [];
		for (const c of l.components || []) {
			const seen = c.bytes - (c.hidden || 0);
			piece(seen, frameworks.has(c.name) ? "frame" : "cuda",
				c.name);
			rest -= seen;
			brought.push(c.name + " " + size(c.bytes));
		}
		piece(rest, "", "other files");
		piece(l.hidden || 0, "hidden", "removed or replaced later");
		const what = make("div", "what", l.created_by ? code(l.created_by) :
			make("span", "soft", "no history"));
		const told = [l.bytes ? size(l.bytes) : null, brought.join(", "),
			l.hidden ? "at least " + size(l.hidden) +
				" removed or replaced later" : null];
		what.append(make("div", "soft", told.filter(Boolean).join(" · ")));
		grid.append(make("div", "number", String(l.index)), bar, what);
	};
	const layers = (all) => {
		const most = Math.max(1, ...all.map((l) => l.bytes || 0));
		const grid = make("div", "layers");
		const legend = make("p", "soft legend", "Bytes of files:");
		for (const [look, word] of [["cuda", "CUDA"], ["frame", "frameworks"],
			["", "other"], ["hidden", "removed or replaced later"]]) {
			const swatch = make("span", "swatch bar");
			swatch.append(make("span", look));
			swatch.firstChild.style.width = "100%";
			legend.append(swatch, word);
		}
		for (const l of all)
			layer(grid, most, l);
		return make("section", "", make("h3", "", "Layers"), legend, grid);
	};

	const tell = (cell) => {
		const row = cell.parentNode, pool = pools[cell.cellIndex - 1];
		const image = image_of(row);
		const close = make("button", "", "Close");
		const top = make("header", "", make("h2", "",
			row.cells[0].textContent, " on ", pool, " ",
			make("span", "tag " + cell.dataset.verdict,
				cell.textContent)), close);
		close.type = "button";
		close.addEventListener("click", () => hide());
		detail.replaceChildren(top);
		const where = hosts(pool);
		if (where)
			detail.append(where);
		if (!image) {
			detail.append(make("p", "", "The reasons are not here: this " +
				"was judged by an earlier scan. ",
				code("cudalint image --why"), " tells them."));
		} else {
			const all = image.predictions.filter((p) => p.pool === pool);
			detail.append(...all.map(prediction));
			const concern = image.findings.filter((f) =>
				!f.pools.length || f.pools.includes(pool));
			if (concern.length)
				detail.append(make("h3", "", "Findings"),
					...concern.map((f) => finding(image, f)));
			if (image.gaps.length)
				detail.append(make("h3", "", "Not seen"), make("ul", "",
					...image.gaps.map((g) => make("li", "", g.where +
						": " + g.reason))));
			if (image.layers && image.layers.length)
				detail.append(layers(image.layers));
		}
		if (chosen)
			chosen.removeAttribute("aria-selected");
		chosen = cell;
		cell.setAttribute("aria-selected", "true");
		detail.hidden = false;
		history.replaceState(null, "", "#" + row.dataset.image + "." +
			(cell.cellIndex - 1));
	};
	const hide = () => {
		detail.hidden = true;
		if (chosen) {
			chosen.removeAttribute("aria-selected");
			chosen.focus();
		}
		chosen = null;
		history.replaceState(null, "", "#");
	};

	/* Cells that can be told about have a verdict. */
	const can = (cell) => cell && cell.dataset && cell.dataset.verdict;
	const at = (cell) => {
		if (!can(cell))
			return;
		if (current)
			current.tabIndex = -1;
		current = cell;
		cell.tabIndex = 0;
		cell.focus();
		cell.scrollIntoView({block: "nearest", inline: "nearest"});
	};
	const visible = () => rows.filter((r) => !r.hidden);
	const moved = (down, right) => {
		const all = visible(), row = all.indexOf(current.parentNode);
		const last = all.length - 1;
		let r = Math.min(last, Math.max(0, row + down));
		let c = current.cellIndex + right;
		/* Over cells of pools that an image was not judged for. */
		for (;;) {
			const cell = all[r] && all[r].cells[c];
			if (can(cell))
				return cell;
			if (!right || !cell || c < 1)
				break;
			c += Math.sign(right);
		}
		for (; all[r] && down; r += Math.sign(down))
			if (can(all[r].cells[current.cellIndex]))
				return all[r].cells[current.cellIndex];
		return null;
	};
	const edge = (row, from, by) => {
		for (let c = from; row.cells[c] && c > 0; c += by)
			if (can(row.cells[c]))
				return row.cells[c];
		return null;
	};
	const moves = {
		ArrowDown: () => moved(1, 0), ArrowUp: () => moved(-1, 0),
		ArrowRight: () => moved(0, 1), ArrowLeft: () => moved(0, -1),
		PageDown: () => moved(20, 0), PageUp: () => moved(-20, 0),
		Home: () => edge(current.parentNode, 1, 1),
		End: () => edge(current.parentNode, current.parentNode.cells.length -
			1, -1),
	};
	table.addEventListener("keydown", (event) => {
		const cell = event.target.closest("td");
		if (!can(cell))
			return;
		current = cell;
		if (event.key === "Enter" || event.key === " ")
			tell(cell);
		else if (moves[event.key])
			at(moves[event.key]());
		else
			return;
		event.preventDefault();
	});
	table.addEventListener("click", (event) => {
		const cell = event.target.closest("td");
		if (!can(cell))
			return;
		at(cell);
		tell(cell);
		detail.scrollIntoView({block: "nearest"});
	});
	document.addEventListener("keydown", (event) => {
		if (event.key === "Escape" && !detail.hidden)
			hide();
		else if (event.key === "/" && event.target.nodeName !== "INPUT") {
			filter.elements.text.focus();
			event.preventDefault();
		}
	});

	/* Words of the name, verdicts, a pool that has one of them. */
	const keep = (row, words, verdicts, column) => {
		const name = row.cells[0].textContent.toLowerCase();
		const verdict = column < 0 ? row.dataset.verdict :
			row.cells[column + 1].dataset.verdict;
		return words.every((w) => name.includes(w)) && verdicts.has(verdict);
	};
	const apply = () => {
		const e = filter.elements;
		const words = e.text.value.toLowerCase().split(/\s+/).filter(Boolean);
		const verdicts = new Set(Array.from(filter.querySelectorAll(
			"input[type=checkbox]:checked"), (box) => box.name));
		const column = pools.indexOf(e.pool.value);
		let n = 0;
		for (const row of rows) {
			row.hidden = !keep(row, words, verdicts, column);
			n += !row.hidden;
		}
		shown.textContent = n === rows.length ? "" :
			n + " of " + rows.length + " shown";
	};
	filter.addEventListener("input", apply);
	filter.addEventListener("submit", (event) => {
		event.preventDefault();
		const first = visible()[0];
		if (first)
			at(edge(first, 1, 1));
	});

	filter.hidden = false;
	document.getElementById("keys").hidden = false;
	const first = rows.length ? edge(rows[0], 1, 1) : null;
	if (first) {
		current = first;
		first.tabIndex = 0;
	}
	const [row, column] = location.hash.slice(1).split(".");
	const linked = rows.find((r) => r.dataset.image === row);
	if (linked && can(linked.cells[Number(column) + 1]))
		tell(linked.cells[Number(column) + 1]);
	else if (rows.length === 1 && first)
		tell(Array.from(rows[0].cells).find((c) => can(c) &&
			c.dataset.verdict === rows[0].dataset.verdict) || first);
})();
