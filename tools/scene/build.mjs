// Builds the viewer of scenes: npm ci && npm run build, in this folder.
//
// Writes mbfe/results/scene/viewer.js, the licence of three.js, and viewer.json with the digests of all
// sources and of the result, by which a test sees that they belong together.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "..", "mbfe", "results", "scene");
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
const sources = ["build.mjs", "package.json", "package-lock.json", ...readdirSync(join(here, "src")).sort().map((name) => `src/${name}`)];

const licence = readFileSync(join(here, "node_modules", "three", "LICENSE"), "utf8").trim();
const three = JSON.parse(readFileSync(join(here, "node_modules", "three", "package.json"), "utf8")).version;
const made = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  loader: { ".css": "text" },
  legalComments: "none",
  banner: { js: `/* The viewer of mbfe with three.js ${three}:\n\n${licence}\n*/` },
});
const text = made.outputFiles[0].text;
if (/<\/script/i.test(text) || text.includes("<!--")) throw new Error("the viewer would end its own script element");
writeFileSync(join(out, "viewer.js"), text);
writeFileSync(join(out, "three-LICENSE.txt"), `${licence}\n`);
const entries = sources.map((name) => [name, digest(readFileSync(join(here, name)))]);
writeFileSync(join(out, "viewer.json"), `${JSON.stringify({ three, sources: Object.fromEntries(entries), viewer: digest(text) }, null, 2)}\n`);
console.log(`viewer.js: ${text.length} bytes, three.js ${three}`);
