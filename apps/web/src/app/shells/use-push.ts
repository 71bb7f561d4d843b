import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasPush } from '../../device/push-owner.ts';

/** Opens the pages of pressed notifications, and keeps the subscription of this browser. */
export function usePush({ user, viewingUntil }: CurrentSession): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const open = async ({ data, ports }: MessageEvent) => {
      const { askedPage } = await import('../../device/push-events.ts');
      const href = askedPage(data);
      if (href === null) return;
      ports[0]?.postMessage('opened');
      await navigate({ href });
    };
    const listener = (event: MessageEvent) => void open(event);
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('message', listener);
    return () => serviceWorker.removeEventListener('message', listener);
  }, [navigate]);

  const ownId = viewingUntil === null ? user.id : null;
  useEffect(() => {
    if (ownId !== null && hasPush()) void import('./renew-push.ts').then(({ renewPush }) => renewPush(ownId));
  }, [ownId]);
}
