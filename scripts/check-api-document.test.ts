import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRepeated, findUndescribed, lintDocument } from './check-api-document.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'api-document-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const operation = {
  operationId: 'clients.getClient',
  summary: 'Get a client',
  tags: ['clients'],
  responses: { 401: {} },
};
const documentOf = (responses: object, schemas: Record<string, unknown> = {}) => ({
  paths: { '/clients': { get: { ...operation, responses } } },
  components: { schemas },
});
const long = { type: 'object', properties: { status: { enum: Array.from({ length: 40 }, (_, n) => `status_${n}`) } } };

describe('the check of the API document', () => {
  test('a long schema that stands in two places is refused once, with both places', () => {
    expect(findRepeated(documentOf({ 200: long }, { Client: { properties: { inner: long } } }))).toEqual([
      'Give this schema a name in apps/server/src/http/api-schemas.ts: paths//clients/get/responses/200 and ' +
        'schemas/Client/properties/inner',
    ]);
    expect(findRepeated(documentOf({ 200: { $ref: '#/components/schemas/Client' } }, { Client: long }))).toEqual([]);
  });

  test('an operation without a summary or a refusal is refused', () => {
    expect(findUndescribed(documentOf({ 401: {} }))).toEqual([]);
    const { summary: _, ...silent } = operation;
    const document = { ...documentOf({}), paths: { '/clients': { get: { ...silent, responses: { 200: {} } } } } };
    expect(findUndescribed(document)).toEqual([
      'GET /clients has no summary.',
      'GET /clients does not say how it refuses.',
    ]);
  });

  test('warnings of the recommended rules are found', async () => {
    const file = path.join(folder, 'openapi.json');
    const document = { openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: {}, servers: [{ url: '/' }] };
    writeFileSync(file, JSON.stringify(document));
    expect(await lintDocument(file)).toEqual([expect.stringContaining('info-license')]);
  });
});
