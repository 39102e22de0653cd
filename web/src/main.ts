import { mount } from 'svelte'
import App from './App.svelte'
import { transport } from '#transport'
import './app.css'
import { keepPlace } from './lib/router.svelte'
import { keepSettings } from './lib/settings.svelte'

keepSettings()
keepPlace()
mount(App, { target: document.getElementById('app')! })
transport.install()
