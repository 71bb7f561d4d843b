import PlatformBanner from '@stridewell/web/app/shells/platform-banner.tsx';
import { useNotices } from '@stridewell/web/lib/notices.ts';
import { island } from '../parts/island.tsx';

/** The operator's message to everyone. The browser knows whether the visitor has closed it, so only it shows one. */
export default island(function Banner() {
  const { banner } = useNotices();
  return banner && <PlatformBanner banner={banner} />;
});
