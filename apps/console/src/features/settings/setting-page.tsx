export const SettingPage = () => null
