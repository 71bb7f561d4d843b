import type { Notices } from '@stridewell/contract/identity/identity';
import { isBannerDue, nextBannerChange } from '@stridewell/contract/settings/settings.rules';
import { useEffect, useState } from 'react';
import { deviceStorage } from '../../device/storage.ts';
import { BannerMessage, DISMISSED_KEY } from './banner-message.tsx';

/** The longest time that a timer of a browser takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time, which moves on when the banner appears or disappears. */
function useBannerClock(banner: NonNullable<Notices['banner']>): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const change = nextBannerChange(banner, now);
    if (!change) return;
    const wait = Math.min(change.getTime() - Date.now() + 1, LONGEST_TIMER_MS);
    const timer = setTimeout(() => setNow(new Date()), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [banner, now]);
  return now;
}

/** Shows the message while it is due. One that was closed stays closed on this device until it changes. */
export default function PlatformBanner({ banner }: { banner: NonNullable<Notices['banner']> }) {
  const now = useBannerClock(banner);
  const [dismissed, setDismissed] = useState(() => deviceStorage.readText(DISMISSED_KEY));
  const { version, dismissible } = banner;
  if (!isBannerDue(banner, now) || (dismissible && dismissed === String(version))) return null;
  const dismiss = () => {
    deviceStorage.writeText(DISMISSED_KEY, String(version));
    setDismissed(String(version));
  };
  return <BannerMessage banner={banner} onDismiss={dismiss} />;
}
