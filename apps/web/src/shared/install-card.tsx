import { Button, Card, CloseButton, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconDeviceMobilePlus, IconShare2 } from '@tabler/icons-react';
import { dismissInstall, useInstallOffer } from '../device/install-offer.ts';
import { useAppName } from '../lib/brand.ts';

/** Offers to put the app on the home screen, where the browser can. A dismissed offer does not return. */
export function InstallCard() {
  const offer = useInstallOffer();
  const appName = useAppName();
  if (!offer) return null;
  return (
    <Card padding="lg">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={40} radius="xl" variant="light" aria-hidden>
          <IconDeviceMobilePlus size={22} stroke={1.75} />
        </ThemeIcon>
        <Stack gap="xs" flex={1} miw={0} align="flex-start">
          <Title order={2}>Keep {appName} at hand</Title>
          <Text c="dimmed">
            {offer.method === 'share' ? (
              <>
                Tap <IconShare2 size={16} stroke={1.75} aria-hidden style={{ verticalAlign: '-2px' }} /> Share in the
                browser’s bar, then “Add to Home Screen”.
              </>
            ) : (
              'From your home screen it opens with one tap, and offline it shows your latest data.'
            )}
          </Text>
          {offer.method === 'ask' && (
            <Button variant="light" mt={4} onClick={offer.accept}>
              Add to home screen
            </Button>
          )}
        </Stack>
        <CloseButton size="lg" mt={-6} mr={-6} aria-label="Not now" onClick={dismissInstall} />
      </Group>
    </Card>
  );
}
