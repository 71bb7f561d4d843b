import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { animatedGif, blackPng, deepPng, uploadFile } from '../../../test/uploads.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

let coach: Coach;
let client: Client;
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});

const upload = ({ caller, clientId }: Client, content: Buffer) =>
  uploadFile(test, caller, content, { coachId: coach.id, clientId, id: randomUUID() });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

describe('the memory of a picture', () => {
  it.each([
    ['too many bits for each pixel', deepPng(9000, 8000), 'too much detail to open (9000 × 8000 at its color depth)'],
    ['too many frames', animatedGif(2000, 2000, 30), 'too many pixels (30 frames of 2000 × 2000)'],
    ['too many pixels', blackPng(10_000, 9000), 'too many pixels (10000 × 9000)'],
  ])('is refused for %s', async (_, content, message) => {
    expect(await upload(client, content)).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_REFUSED', message: expect.stringContaining(message) },
    });
  });

  it('suffices for a progressive picture of usual size, and not for 72 megapixels', async () => {
    const usual = await plain(4000, 3000).jpeg({ progressive: true }).toBuffer();
    expect((await upload(client, usual)).status).toBe(200);
    const large = await plain(9000, 8000).jpeg({ progressive: true }).toBuffer();
    expect((await upload(client, large)).status).toBe(422);
  });

  it.each([
    ['the 50 megapixels of a phone', 8160, 6120, 1],
    ['the same on its side', 8160, 6120, 6],
    ['79 megapixels', 10_260, 7700, 1],
  ])('suffices for %s', async (_, width, height, orientation) => {
    const photo = await plain(width, height).withMetadata({ orientation }).jpeg().toBuffer();
    const { status, body } = await upload(client, photo);
    expect({ status, longest: Math.max(body.width ?? 0, body.height ?? 0) }).toEqual({ status: 200, longest: 2560 });
  });

  it('suffices for an animation of usual size, whose first frame is kept', async () => {
    expect(await upload(client, animatedGif(480, 480, 100))).toMatchObject({ status: 200, body: { width: 480 } });
  });
});

it('is shared fairly, so that one person’s pictures do not hold up another’s', async () => {
  const other = await aClient(test, { of: coach });
  const large = await plain(3000, 2000).png().toBuffer();
  const small = await plain(40, 30).png().toBuffer();
  const done: string[] = [];
  const many = Array.from({ length: 7 }, async () => {
    expect((await upload(client, large)).status).toBe(200);
    done.push('large');
  });
  await Promise.race(many);
  expect((await upload(other, small)).status).toBe(200);
  done.push('small');
  await Promise.all(many);
  expect(done.indexOf('small')).toBeLessThan(4);
});
