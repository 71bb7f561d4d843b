import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { PDF, uploadFile, VIDEO } from '../../../test/uploads.ts';

const AWAY = {
  status: 503,
  headers: { 'retry-after': '2', 'cache-control': 'no-store' },
  body: { code: 'SERVICE_UNAVAILABLE' },
};
/** File headers that would make browsers cache an error. */
const OF_FILES = ['etag', 'content-disposition', 'accept-ranges', 'content-range'];

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

type World = { test: TestApp; coach: Coach; client: Client };

async function uploadTo({ test, coach, client }: World, content: Buffer, id: string = randomUUID()) {
  const isVideo = content === VIDEO;
  const place = isVideo ? { purpose: 'exercise' } : { clientId: client.clientId };
  const { caller } = isVideo ? coach : client;
  return { id, ...(await uploadFile(test, caller, content, { coachId: coach.id, id, ...place })) };
}

async function read({ test, coach }: World, id: string, headers: Record<string, string> = {}) {
  const answer = await test.app.inject({
    url: `/rest/v1/files/${coach.id}/${id}`,
    headers: { ...headers, cookie: coach.caller.cookie ?? '' },
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : null };
}

async function createWorld(variables: Record<string, string> = {}): Promise<World> {
  const test = await createTestApp(variables);
  const coach = await aCoach(test);
  return { test, coach, client: await aClient(test, { of: coach }) };
}

describe('a folder of files that is briefly unavailable', () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    world = await createWorld();
    folder = path.join(world.test.services.env.dataDir, 'files');
  });
  afterAll(() => world.test.close());

  const takeAway = async () => {
    await rename(folder, `${folder}-away`);
    let isAway = true;
    const bringBack = async () => {
      if (isAway) await rename(`${folder}-away`, folder);
      isAway = false;
    };
    onTestFinished(bringBack);
    return bringBack;
  };

  it.each([
    ['a picture', picture, {}],
    ['a PDF', async () => PDF, {}],
    ['a part of a video', async () => VIDEO, { range: 'bytes=0-9' }],
  ])('breaks %s for that moment only', async (_, make, headers) => {
    const { id } = await uploadTo(world, await make());
    const bringBack = await takeAway();
    const broken = await read(world, id, headers);
    expect(broken).toMatchObject(AWAY);
    expect(OF_FILES.filter((name) => name in broken.headers)).toEqual([]);
    await bringBack();
    const whole = await read(world, id, headers);
    expect(whole.status).toBeLessThan(300);
    expect(whole.headers).toMatchObject({ 'cache-control': 'private, max-age=3600', etag: expect.any(String) });
  });

  it('refuses uploads meanwhile, and creates no second folder', async () => {
    const bringBack = await takeAway();
    const id = randomUUID();
    expect(await uploadTo(world, PDF, id)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    await bringBack();
    expect(await uploadTo(world, PDF, id)).toMatchObject({ status: 200 });
  });

  it('is answered differently from a lost file', async () => {
    const { id } = await uploadTo(world, PDF);
    await rm(path.join(folder, world.coach.id, id), { recursive: true });
    expect(await read(world, id)).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store' },
      body: { code: 'NOT_FOUND' },
    });
  });
});

describe('a file whose contents end too early', () => {
  it.each([
    ['after its first piece', [Buffer.alloc(70_000), Buffer.alloc(70_000)], 'a cut connection'],
    ['before its first piece', [], 503],
  ])('%s is no complete answer', async (_, pieces, expected) => {
    const world = await createWorld();
    onTestFinished(() => world.test.close());
    const { id } = await uploadTo(world, await picture());
    const { files } = world.test.services;
    files.get = async () =>
      Readable.from(
        (async function* () {
          yield* pieces;
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        })(),
      );
    const url = await world.test.app.listen({ port: 0, host: '127.0.0.1' });
    const outcome = fetch(`${url}/rest/v1/files/${world.coach.id}/${id}`, {
      headers: { cookie: world.coach.caller.cookie ?? '' },
    }).then(async (answer) => {
      await answer.arrayBuffer();
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
      return answer.status;
    });
    expect(await outcome.catch((error: Error) => (error instanceof TypeError ? 'a cut connection' : error))).toBe(
      expected,
    );
  });
});

it('a briefly unavailable bucket breaks files only meanwhile', async () => {
  const serve = (port: number, directory: string) =>
    new S3rver({
      port,
      directory,
      address: '127.0.0.1',
      silent: true,
      configureBuckets: [{ name: 'files', configs: [] }],
    });
  const world = await createWorld();
  onTestFinished(() => world.test.close());
  const directory = path.join(world.test.services.env.dataDir, 'bucket');
  let server = serve(0, directory);
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const inBucket = await createWorld({
    FILES_S3_BUCKET: 'files',
    FILES_S3_REGION: 'us-east-1',
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_ACCESS_KEY_ID: 'S3RVER',
    FILES_S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  onTestFinished(() => inBucket.test.close());
  const { id } = await uploadTo(inBucket, await picture());
  const video = await uploadTo(inBucket, VIDEO);
  const lost = await uploadTo(inBucket, PDF);
  await inBucket.test.services.files.deleteFolder(`${inBucket.coach.id}/${lost.id}`);
  expect(await read(inBucket, lost.id)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });

  await server.close();
  expect(await read(inBucket, id)).toMatchObject(AWAY);
  expect(await read(inBucket, video.id, { range: 'bytes=0-9' })).toMatchObject(AWAY);
  expect(await uploadTo(inBucket, PDF)).toMatchObject({ status: 503 });

  server = serve(port, directory);
  await server.run();
  expect(await read(inBucket, id)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'private, max-age=3600' },
  });
});
