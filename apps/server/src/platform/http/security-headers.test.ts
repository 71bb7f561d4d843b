import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/app.ts';

const policyOf = async (variables: Record<string, string>, url: string) => {
  const test = await createTestApp(variables);
  try {
    const { headers } = await test.app.inject({ method: 'GET', url });
    return { policy: String(headers['content-security-policy']), frames: headers['x-frame-options'] };
  } finally {
    await test.close();
  }
};

describe('the content policy', () => {
  it('allows only our own origin', async () => {
    const { policy, frames } = await policyOf({}, '/pricing');
    expect(policy).not.toContain('http');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(frames).toBe('DENY');
  });

  it('lets our own pages frame the scheduler', async () => {
    const { policy, frames } = await policyOf({}, '/booking/demo?name=Vera');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(frames).toBe('SAMEORIGIN');
  });

  it('lets only the worker that reads codes of packs run compiled code', async () => {
    const worker = await policyOf({}, '/assets/foodlogs.barcode-worker-Ab12.js');
    expect(worker.policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
    for (const url of ['/assets/foodlogs-Ab12.js', '/client/nutrition']) {
      expect((await policyOf({}, url)).policy).not.toContain('wasm');
    }
  });

  it('allows the configured origins where they are needed', async () => {
    const { policy } = await policyOf(
      {
        CALENDLY_URL: 'https://calendly.example/desk/demo',
        WALKTHROUGH_URL: 'https://walk.example/embed/7',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
      '/pricing',
    );
    const directive = (name: string) => policy.split(';').find((part) => part.startsWith(`${name} `)) ?? '';
    expect(directive('frame-src')).toContain('https://calendly.example ');
    expect(directive('frame-src')).toContain('https://walk.example ');
    expect(directive('script-src')).toContain('https://js.stripe.com');
    expect(directive('frame-src')).toContain('https://js.stripe.com');
    expect(directive('connect-src')).toContain('https://api.stripe.com');
    expect(directive('script-src')).not.toContain('calendly');
  });
});
