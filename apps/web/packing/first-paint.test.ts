// @vitest-environment node
import { expect, it } from 'vitest';
import { paintFirst } from './first-paint.ts';

const BUILT = `<head>
    <meta charset="utf-8" />
    <script src="/color-scheme.js"></script>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/library.js">
    <link rel="stylesheet" crossorigin href="/assets/app.css">
  </head>
  <body>
    <div id="root"></div>
    <!-- outline -->
  </body>
`;
const PARTS = {
  scheme: "scheme('$&')",
  start: "start('$1')",
  styles: '#outline { content: "$&" }',
  fonts: ['assets/latin.woff2'],
};

it('puts the program aside with its libraries first, and what the first paint needs into the page', () => {
  expect(paintFirst(BUILT, PARTS)).toBe(`<head>
    <meta charset="utf-8" />
    <script>scheme('$&')</script>
    <style>#outline { content: "$&" }</style>
  </head>
  <body>
    <div id="root"></div>
    <!-- outline -->
    <template id="program">
    <script type="module" crossorigin src="/assets/library.js"></script>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/app.css">
    <link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/latin.woff2">
    <!-- files -->
    </template>
    <script>start('$1')</script>
  </body>
`);
});

it.each([
  ['its program', /^.*assets.*\n/gm],
  ['its colour scheme', /^.*color-scheme.*\n/m],
  ['the place of its outline', /^.*outline.*\n/m],
])('refuses a page without %s', (_name, part) => {
  expect(() => paintFirst(BUILT.replace(part, ''), PARTS)).toThrow('as it is expected');
});
