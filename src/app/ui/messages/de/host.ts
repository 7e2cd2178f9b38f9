/** Die Zeile in der Seitenleiste der Erweiterung über die Seite daneben. */
export const host = {
  label: 'Die Seite daneben',
  from: (title: string) => (title === '' ? 'Von der Seite daneben' : `Von „${title}“`),
  putBack: 'Einsetzen',
  show: 'Dort anzeigen',
  takes: {
    shown: 'Dieser Text ist auf seiner Seite nicht änderbar: Kopieren Sie ihn, oder lassen Sie ihn anzeigen, bis sie neu geladen wird.',
    none: 'Dieses Feld nimmt keinen Text an. Kopieren Sie ihn.',
  },
  notices: {
    nothing: 'Nichts ist markiert. Markieren Sie Text auf der Seite, dann klicken Sie in der Symbolleiste auf Otherwise.',
    closed:
      'Diese Seite lässt sich nicht lesen. Markieren Sie Text darauf, dann klicken Sie in der Symbolleiste auf Otherwise; ' +
      'Seiten des Browsers selbst bleiben verschlossen.',
    kept: 'Der Text steht wieder auf seiner Seite.',
    shown: 'Die Seite zeigt ihn, bis sie neu geladen wird; gespeichert ist dort nichts.',
    changed:
      'Die Stelle auf der Seite hat sich geändert, sehen Sie dort nach. Kopieren Sie den Text, oder markieren Sie seine Stelle ' +
      'und klicken Sie in der Symbolleiste auf Otherwise.',
    long: 'In das Feld auf der Seite passt weniger Text. Kürzen oder kopieren Sie ihn.',
    gone:
      'Die Seite wurde verlassen oder neu geladen. Kopieren Sie den Text, oder markieren Sie seine Stelle und klicken Sie in der ' +
      'Symbolleiste auf Otherwise.',
  },
};
