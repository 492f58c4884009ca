#!/usr/bin/env node
// Runs the program of this platform, which npm installed as an optional dependency.
"use strict";
const { spawnSync } = require("child_process");

const name = `@rankduel/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "rankduel.exe" : "rankduel";
let program = process.env.RANKDUEL_BIN;
try {
  program = program || require.resolve(`${name}/bin/${file}`);
} catch {
  console.error(`rankduel: the package ${name} is not installed; npm install without --no-optional, or set RANKDUEL_BIN to a binary`);
  process.exit(2);
}
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`rankduel: ${program}: ${error.message}`);
  process.exit(3);
}
if (signal) process.kill(process.pid, signal);
process.exit(status);
