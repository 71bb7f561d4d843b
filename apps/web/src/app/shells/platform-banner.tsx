import { Group, Text } from '@mantine/core';
import type { Notices } from '@stridewell/contract/identity/identity';
import { isBannerDue, nextBannerChange } from '@stridewell/contract/settings/settings.rules';
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { deviceStorage } from '../../device/storage.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const DISMISSED_KEY = 'dismissed-banner';
/** The longest time that a timer of a browser takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const LOOKS = {
  info: { icon: IconInfoCircle, c: 'light-dark(#0c4a39, #cdeadf)', bg: 'light-dark(#e6f3ee, #15372c)' },
  warning: { icon: IconAlertTriangle, c: 'light-dark(#5c3d00, #f7e3b5)', bg: 'light-dark(#fdf3d8, #3a2d0c)' },
};

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

/** The operators' message on top of every page. One that was closed stays closed on this device until it changes. */
export default function PlatformBanner({ banner }: { banner: NonNullable<Notices['banner']> }) {
  const now = useBannerClock(banner);
  const [dismissed, setDismissed] = useState(() => deviceStorage.readText(DISMISSED_KEY));
  const { version, text, tone, dismissible } = banner;
  if (!isBannerDue(banner, now) || (dismissible && dismissed === String(version))) return null;
  const { icon: ToneIcon, c, bg } = LOOKS[tone];
  const dismiss = () => {
    deviceStorage.writeText(DISMISSED_KEY, String(version));
    setDismissed(String(version));
  };
  return (
    <Group component="section" aria-label="Message from the team" wrap="nowrap" gap="sm" px={20} py={8} c={c} bg={bg}>
      <ToneIcon size={20} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text flex={1} fw={550} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {dismissible && <IconButton label="Close message" icon={IconX} c="inherit" onClick={dismiss} />}
    </Group>
  );
}
