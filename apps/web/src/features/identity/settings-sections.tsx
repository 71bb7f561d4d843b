import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { zoneName } from '@stridewell/contract/time';
import { IconBell, IconFileDownload, IconRuler2, IconShieldLock, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { late } from '../../ui/late.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import type { SettingsSection } from './settings-layout.tsx';

type User = CurrentSession['user'];

// The sections of the settings that several roles share. Each loads when it is shown.

const AccountForms = late(async () => (await import('./account-section.tsx')).AccountForms);
const PreferencesCard = late(async () => (await import('./preferences-card.tsx')).PreferencesCard);
const SecuritySection = late(async () => (await import('./security-section.tsx')).SecuritySection);

type AccountOptions = {
  /** Names the people who see the name. */
  nameHint: string;
  hint?: string;
  /** Above the forms. */
  before?: ReactNode;
  onChanged: () => void;
};

export const accountSection = (
  { fullName, email }: User,
  { nameHint, hint = 'Name, email and password', before, onChanged }: AccountOptions,
): SettingsSection => ({
  id: 'account',
  label: 'Account',
  hint,
  icon: IconUser,
  content: (
    <>
      {before}
      <AccountForms fullName={fullName} email={email} nameHint={nameHint} onChanged={onChanged} />
    </>
  ),
});

export const unitsSection = ({ unitSystem, energyUnit, timeZone }: User, onChanged: () => void): SettingsSection => ({
  id: 'units',
  label: 'Units and time zone',
  hint: `${unitSystem === 'metric' ? 'Metric' : 'Imperial'}, ${zoneName(timeZone)}`,
  icon: IconRuler2,
  content: (
    <PreferencesCard unitSystem={unitSystem} energyUnit={energyUnit} timeZone={timeZone} onChanged={onChanged} />
  ),
});

export const notificationsSection = (preferences: ReactNode): SettingsSection => ({
  id: 'notifications',
  label: 'Notifications',
  hint: 'What we notify you about, and where',
  icon: IconBell,
  content: <SectionCard title="Notifications">{preferences}</SectionCard>,
});

export const dataSection = (content: ReactNode): SettingsSection => ({
  id: 'data',
  label: 'Your data',
  hint: 'Download a copy',
  icon: IconFileDownload,
  content,
});

type SecurityOptions = {
  /** Called after the person has signed in again on this page. False when it was another person. */
  onSignedIn: () => Promise<boolean>;
};

export const securitySection = ({ email }: User, { onSignedIn }: SecurityOptions): SettingsSection => ({
  id: 'security',
  label: 'Security',
  hint: 'Ways to sign in and devices',
  icon: IconShieldLock,
  content: <SecuritySection email={email} onSignedIn={onSignedIn} />,
});
