import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hostileRequests } from '../fuzz/hostile.ts';
import type { Route } from '../fuzz/requests.ts';

const POST: Route = { method: 'POST', path: '/notes/{id}' };
const valid = { id: '8b1f0a52-6f0e-4c1b-9a54-3d2f1e0c7b6a', tags: [], author: null };
const note = z.object({
  id: z.uuid(),
  tags: z.array(z.enum(['a', 'b'])).max(2),
  author: z.object({ name: z.string().min(2).max(20), age: z.int().min(18) }).nullable(),
});
const tried = (route: Route, schema: z.ZodType, input: object) =>
  hostileRequests(route, schema, [input]).requests.map(({ field, what }) => `${field}: ${what}`);

describe('hostile requests', () => {
  it('reach every field, those of lists and objects that the call leaves out included', () => {
    const { requests, problems } = hostileRequests(POST, note, [valid]);
    expect(problems).toEqual([]);
    const fields = new Set(requests.map(({ field }) => field));
    expect(fields).toEqual(new Set(['id', 'tags', 'tags[]', 'author', 'author.name', 'author.age']));
    const { url = '', payload = '' } = requests.find(({ field }) => field === 'tags')?.request ?? {};
    expect(url).toBe(`/notes/${valid.id}`);
    expect(JSON.parse(String(payload))).toHaveProperty('author', null);
  });

  it('are the same each time, and none is a request that the schema accepts', () => {
    expect(hostileRequests(POST, note, [valid])).toEqual(hostileRequests(POST, note, [valid]));
    const anything = z.object({ id: z.uuid(), tags: z.unknown().optional(), author: z.null() });
    const ofTags = tried(POST, anything, valid).filter((one) => one.startsWith('tags'));
    expect(ofTags.filter((one) => !/half|U\+0000/.test(one))).toEqual([]);
  });

  it('are read as the API reads an address: texts alone', () => {
    const route: Route = { method: 'GET', path: '/notes' };
    const { problems } = hostileRequests(route, z.object({ q: z.string().max(20).optional() }), [{ q: 'x' }]);
    expect(problems).toEqual([]);
    const words = tried(route, z.object({ q: z.string().max(20).optional() }), { q: 'x' });
    expect(words).not.toContain('q: null');
    expect(words.length).toBeGreaterThan(0);
  });

  it.each([
    ['a text', z.object({ text: z.string() }), { text: '' }, 'text takes a text of 500000 characters: limit it.'],
    ['a list', z.object({ ids: z.array(z.int()) }), { ids: [1] }, 'ids takes 10001 entries: limit it.'],
    ['anything', z.object({ any: z.unknown() }), { any: 1 }, 'any takes a text of 500000 characters: limit it.'],
  ])('name %s without a limit', (_, schema, input, sentence) => {
    expect(hostileRequests({ method: 'POST', path: '/notes' }, schema, [input]).problems).toContain(sentence);
  });

  it('name a field inside a part that no input has', () => {
    const impossible = z.object({ part: z.object({ secret: z.literal(7).refine(() => false) }).nullable() });
    const { problems } = hostileRequests({ method: 'POST', path: '/notes' }, impossible, [{ part: null }]);
    expect(problems).toEqual(['No value of part.secret is refused.']);
  });

  it('start from valid input alone', () => {
    expect(() => hostileRequests(POST, note, [{ ...valid, id: 'x' }])).toThrow('is invalid');
  });
});
