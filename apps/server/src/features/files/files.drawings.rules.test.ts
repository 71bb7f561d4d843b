import { SVG_MAX_BYTES } from '@stridewell/contract/files/files.rules';
import { describe, expect, it } from 'vitest';
import { drawingProblem } from './files.drawings.rules.ts';

const svg = (content: string, start = '') =>
  Buffer.from(`${start}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${content}</svg>`);

describe('a drawing', () => {
  it.each([
    ['shapes', svg('<g fill="#123"><path d="M0 0h10v10H0z"/><circle r="2"/></g>')],
    ['a gradient', svg('<linearGradient id="a"/><rect fill="url(#a)" width="5" height="5"/>')],
    [
      'styles and a header',
      svg(
        '<style>.a{fill:#123}</style><text class="a">Only on Monday</text>',
        '<?xml version="1.0" encoding="UTF-8"?>',
      ),
    ],
  ])('of %s is accepted', (_, content) => {
    expect(drawingProblem(content)).toBeNull();
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script with a prefix', svg('<svg:script>alert(1)</svg:script>')],
    ['a handler', svg('<rect onload="alert(1)"/>')],
    ['a handler after a line break', svg('<rect\nONCLICK\n= "alert(1)"/>')],
    ['HTML', svg('<foreignObject><b>x</b></foreignObject>')],
    ['a picture from elsewhere', svg('<image href="https://example.com/a.png"/>')],
    ['a file of the server', svg('<image xlink:href="file:///etc/passwd"/>')],
    ['a link', svg('<a href="https://example.com"><rect/></a>')],
    ['a script in a link', svg('<a href="#" xlink:href=" javascript:alert(1)"><rect/></a>')],
    ['a style from elsewhere', svg('<style>@import "https://example.com/a.css";</style>')],
    ['a fill from elsewhere', svg('<rect fill="url(https://example.com/a.svg#b)"/>')],
    ['an escaped address', svg('<style>.a{fill:u\\72l(https://example.com)}</style>')],
    ['a hidden name', svg('<a h&#114;ef="https://example.com"/>')],
    ['copies', svg('<use href="#a"/>')],
    ['a filter', svg('<filter id="a"><feTurbulence/></filter>')],
    ['an animation', svg('<animate attributeName="href" to="x"/>')],
    ['entities', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "aaaa">]>')],
    ['a style sheet', svg('', '<?xml-stylesheet href="https://example.com/a.css"?>')],
    ['another encoding', Buffer.from(svg('<rect/>').toString('utf8'), 'utf16le')],
    ['a declared encoding', svg('<rect/>', '<?xml version="1.0" encoding="utf-7"?>')],
    ['too much', svg(`<path d="${'M0 0'.repeat(SVG_MAX_BYTES / 4)}"/>`)],
  ])('with %s is refused', (_, content) => {
    expect(drawingProblem(content)).toMatch(/save it as a PNG/);
  });
});
