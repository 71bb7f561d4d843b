/**
 * Ends a command on a Node that is too old, before a file is loaded that such a Node cannot read.
 * Usage: node scripts/check-node.cjs, or node --require ./scripts/check-node.cjs <file>. Written for any version.
 */
var NEEDED = 24;
var found = process.versions.node;

if (parseInt(found, 10) < NEEDED) {
  console.error(
    'Stridewell runs on Node.js ' +
      NEEDED +
      ', and this is ' +
      found +
      '. Run "npm ci", which installs Node.js ' +
      NEEDED +
      ' beside it, then start with "npm start".',
  );
  process.exit(1);
}
