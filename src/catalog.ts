#!/usr/bin/env node
// The `catalog` binary. Old versions of Node.js must be able to parse this file and say that they are too old, so it has
// no static import and only old syntax.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** The same versions as `engines` in package.json. */
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;

if (isSupported) {
  import('./main.js');
} else {
  console.error(
    `catalog needs Node.js 20.19 or a later 20, 22.12 or a later 22, or 24 or newer; this is ${process.versions.node}.`,
  );
  process.exitCode = 1;
}
