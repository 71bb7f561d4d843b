/**
 * The first file that is loaded. An older Node cannot even read the others, so this one only checks the version and
 * imports nothing. `scripts/check-node.cjs` says the same before a build.
 */
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Stridewell runs on Node.js ${NEEDED}, and this is ${process.versions.node}. Run "npm ci", which installs Node.js ` +
      `${NEEDED} beside it, then start with "npm start".\n`,
  );
  process.exitCode = 1;
} else {
  void import('./server.ts').then(({ startServer }) => startServer());
}
