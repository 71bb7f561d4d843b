import type { Notices } from '@stridewell/contract/identity/identity';
import { BannerMessage } from '@stridewell/web/app/shells/banner-message.tsx';
import { themed } from './themed.tsx';

export type BannerProps = { banner: NonNullable<Notices['banner']> };

/** The operators' message, hidden until `show-banner.js` has seen that it is due and was not closed on this device. */
export const Banner = themed(({ banner }: BannerProps) => (
  <div hidden data-banner={banner.version} data-from={banner.from ?? undefined} data-until={banner.until ?? undefined}>
    <BannerMessage banner={banner} />
  </div>
));
